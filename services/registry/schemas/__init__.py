"""The registry's public contract, a module for each kind of thing."""
