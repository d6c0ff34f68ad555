"""Rating: the ledger of what every tournament did to whom, and the live ratings it ends in."""
