"""Pure rules: no I/O, clock or chance inside; they are passed in (law 1)."""
