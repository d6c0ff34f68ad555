"""The federation's four services. None imports another."""
