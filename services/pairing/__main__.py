"""``python -m services.pairing``: serve, migrate, republish."""

from services.pairing.main import SERVICE
from shared.cli import main

main(SERVICE)
