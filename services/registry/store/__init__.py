"""Every query of the registry."""
