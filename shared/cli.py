"""``python -m services.<name> …``: what an engineer does on the machine itself."""

import argparse
import gc
import json
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import uvicorn

from shared import inbox, outbox
from shared.app import applier_of, build_app
from shared.consumer import APPLIED
from shared.db import Database
from shared.migrate import is_current, migrate, new_revision
from shared.plainly import plainly
from shared.service import Service, open_database
from shared.settings import Settings
from shared.trace import configure_logging

NOTHING_PARKED = "nothing is parked there: see `parked list`"
BRIEF = 160
"""Characters of a reason that fit a line of `parked list`; the table has the whole of it."""


class Extra(NamedTuple):
    """A command of a service's own.

    arguments: all are needed, ``first`` is known by its place, ``--club`` by its name.
    """

    help: str
    run: Callable[[Database, argparse.Namespace], None]
    arguments: tuple[str, ...] = ()


def main(service: Service, extra: dict[str, Extra] | None = None) -> None:
    """Parse and run one command; ``extra`` are the service's own, by name."""
    extra = extra or {}
    options = _parser(service, extra).parse_args()
    configure_logging(service.name)
    with plainly():
        _run(service, extra, options, Settings())


def _run(
    service: Service,
    extra: dict[str, Extra],
    options: argparse.Namespace,
    settings: Settings,
) -> None:
    if options.command == "serve":
        serve(service, settings, until_eof=options.until_eof)
    elif options.command == "migrate":
        migrate(service, settings)
    elif options.command == "revision":
        new_revision(service, settings, options.message)
    elif options.command == "openapi":
        print(json.dumps(build_app(service, settings).openapi(), ensure_ascii=False, indent=1))
    else:
        db = open_database(service, settings)
        _must_be_ready(service, db)
        if options.command == "republish":
            print(f"{options.topic}: {outbox.republish(db, options.topic)} events go again")
        elif options.command == "parked":
            _parked(service, db, options)
        else:
            extra[options.command].run(db, options)
        db.close()


def _must_be_ready(service: Service, db: Database) -> None:
    """End with a plain word where the schema is not ours."""
    if not is_current(service, db):
        raise SystemExit(
            f"База {service.name} не готова, сначала / not ready, first: python deploy/up.py"
            f", или / or: .venv/bin/python -m services.{service.name} migrate"
        )


def serve(service: Service, settings: Settings, *, until_eof: bool = False) -> None:
    """Serve until Ctrl-C, a termination request, or (until_eof) the end of standard input.

    The last is how ``deploy/up.py`` stops its services on every system alike, and why none of them
    outlives it: a pipe closes with the process that holds it.
    """
    allow_connections()
    app = build_app(service, settings)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            settings.host,
            settings.port,
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=5,
        )
    )

    app.state.stopping = lambda: server.should_exit

    def stop_at_end_of_input() -> None:
        sys.stdin.read()
        server.should_exit = True

    if until_eof:
        threading.Thread(target=stop_at_end_of_input, daemon=True).start()
    # What is there now stays to the end: the garbage collector, which stops all threads while it
    # looks, took 130 ms to pass over it, often in the middle of pairing a thousand; now below 10.
    gc.collect()
    gc.freeze()
    server.run()


def allow_connections(wanted: int = 8192) -> None:
    """Let this process hold so many connections, if the system allows: often it is 1,024 or 256.

    Whoever follows a tournament holds one. Windows counts none.
    """
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if 0 <= soft < wanted:  # below 0: as many as one likes
            most = wanted if hard < 0 else min(wanted, hard)
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _parser(service: Service, extra: dict[str, Extra]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"python -m services.{service.name}")
    commands = parser.add_subparsers(dest="command", required=True)
    serving = commands.add_parser("serve", help="serve HTTP, relay and consume")
    serving.add_argument("--until-eof", action="store_true", help="stop when stdin closes")
    commands.add_parser("migrate", help="create or upgrade the database")
    revision = commands.add_parser("revision", help="write a migration (developers)")
    revision.add_argument("message")
    commands.add_parser("openapi", help="print the OpenAPI document")
    again = commands.add_parser("republish", help="send a topic's events to the log again")
    again.add_argument("topic", choices=service.publishes)
    parked = commands.add_parser("parked", help="events that could not be applied")
    parked.add_argument("action", choices=["list", "retry", "skip"])
    parked.add_argument("topic", nargs="?")
    parked.add_argument("key", nargs="?")
    parked.add_argument("--who", default="console:parked", help="goes into the trail")
    for name, own in extra.items():
        command = commands.add_parser(name, help=own.help)
        for argument in own.arguments:
            if argument.startswith("-"):
                command.add_argument(argument, required=True)
            else:
                command.add_argument(argument)
    return parser


def _parked(service: Service, db: Database, options: argparse.Namespace) -> None:
    if options.action == "list":
        with db.read() as tx:
            for row in inbox.parked_of(tx, options.topic, options.key):
                tries = f"{row.attempts} tries" if row.attempts else "waits"
                print(
                    f"{row.parked_at:%F %T} {row.topic} {row.key} ({tries}): {_brief(row.reason)}"
                )
        return
    if not (options.topic and options.key):
        raise SystemExit("name the topic and the key, as `parked list` shows them")
    if options.action == "retry":
        outcome = applier_of(service, db).retry(options.topic, options.key, options.who)
        if outcome != APPLIED:
            raise SystemExit(outcome or NOTHING_PARKED)
        print(outcome)
        return
    with db.write() as tx:
        if not inbox.skip(tx, options.topic, options.key, options.who):
            raise SystemExit(NOTHING_PARKED)
    print("skipped one; retry applies the rest")


def _brief(reason: str) -> str:
    """A reason on one line, cut where it is long."""
    line = " ".join(reason.split())
    return line if len(line) <= BRIEF else f"{line[: BRIEF - 1]}…"
