"""The deploy step: topics, databases, migrations, the first office key. Safe to repeat."""

import importlib
import json

from deploy.stack import SERVICES
from services.registry import keys
from services.registry.schemas.access import KeyIn
from services.registry.store import access as store
from shared.log import open_log
from shared.log.topics import TOPICS, line
from shared.migrate import migrate
from shared.plainly import plainly
from shared.service import Service, open_database
from shared.settings import Settings
from shared.trace import configure_logging


def main() -> None:
    """Prepare everything, a line each; the last is JSON with the office key, null if one exists."""
    configure_logging("deploy")
    with plainly():
        settings = Settings()
        for found in open_log(settings.event_log_url).ensure(TOPICS):
            print(line(found))
        for name in SERVICES:
            migrate(_service(name), settings)
            print(f"{name}: migrated")
        print(json.dumps({"office_key": _first_office_key(settings)}))


def _service(name: str) -> Service:
    service: Service = importlib.import_module(f"services.{name}.main").SERVICE
    return service


def _first_office_key(settings: Settings) -> str | None:
    db = open_database(_service("registry"), settings)
    try:
        with db.write() as tx:
            if store.has_office_key(tx):
                return None
            first = KeyIn(role="office", name="first start")
            return keys.make_key(tx, first, "console:prepare").key
    finally:
        db.close()


if __name__ == "__main__":
    main()
