"""What the four services share. Knows no service."""
