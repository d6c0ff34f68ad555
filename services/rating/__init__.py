"""Rating: the national ledger."""
