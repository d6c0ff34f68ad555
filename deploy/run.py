"""``make run``: the four services on this machine until Ctrl-C, with a season to look at."""

import argparse
import signal
import sys
import time
from pathlib import Path
from types import FrameType

import httpx
from sqlalchemy import make_url

from deploy.demo import play
from deploy.demo.client import Api, settled, wait_for
from deploy.demo.imports import import_all
from deploy.demo.season import season
from deploy.demo.show import console, say
from deploy.stack import (
    LOOPBACK,
    SERVICES,
    Parts,
    Stack,
    StackError,
    environment_of,
    new_office_key,
    running,
)

FIRST_PORT = 8001
WATCH_SECONDS = 1.0
AGAIN_SECONDS = 5.0


def main() -> int:
    """Serve until Ctrl-C; 0 after a clean stop."""
    parser = argparse.ArgumentParser(prog="python deploy/up.py", description=__doc__)
    parser.add_argument("--var", type=Path, default=Path("var"), help="folder of all data")
    parser.add_argument(
        "--host", default=LOOPBACK, help="this machine's address in the hall's network, for phones"
    )
    parser.add_argument("--port", type=int, default=FIRST_PORT, help="first of four ports")
    parser.add_argument("--empty", action="store_true", help="do not load the sample season")
    parser.add_argument("--new-key", action="store_true", help="print a new office key and end")
    options = parser.parse_args()
    for number in (signal.SIGTERM, signal.SIGINT):  # a service manager's Ctrl-C; a shell's &
        signal.signal(number, _stop)  # ignores SIGINT until somebody asks for it
    ports = {name: options.port + place for place, name in enumerate(SERVICES)}
    parts = Parts.from_environment()
    try:
        if options.new_key:
            environment = environment_of(options.var, parts)
            _must_exist(environment)
            console.print(new_office_key(environment), soft_wrap=True)
            return 0
        say("Запускаю…", "starting")
        with running(
            options.var,
            host=options.host,
            ports=ports,
            progress=lambda text: say(f"  {text}"),
            parts=parts,
        ) as s:
            _welcome(s)
            _season(s, wanted=not options.empty)
            _serve(s)
    except KeyboardInterrupt:
        say("Остановлено; данные целы.", "stopped; all data are kept")
    except StackError as exc:
        console.print(f"[red]Не запустилось / did not start:[/red] {exc}")
        return 1
    return 0


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _bases(environment: dict[str, str]) -> Path | None:
    """The folder of the SQLite bases; None where a server has them."""
    url = make_url(environment["DATABASE_URL"])
    return Path(url.database or ".") if url.get_backend_name() == "sqlite" else None


def _must_exist(environment: dict[str, str]) -> None:
    """Refuse a mistyped folder: asking it for a key would make an empty base there."""
    folder = _bases(environment)
    if folder and not (base := folder / "registry.sqlite").exists():
        raise StackError(
            f"базы нет: {base}; проверьте --var или сначала python deploy/up.py"
            f" / there is no base {base}: check --var, or first python deploy/up.py"
        )


def _welcome(stack: Stack) -> None:
    say("Службы работают:", "the services are up:")
    for name, url in stack.urls.items():
        console.print(f"  {name:9} {url}/docs")
    say(f"Начните с таблицы рейтинга: {stack.urls['rating']}/v1/leaderboard", "look here first")
    say(f"Память четырёх служб: {stack.memory_mib()} МиБ", "memory of the four services, MiB")
    say(f"Журналы служб: {stack.folder / 'logs'}", "their logs")
    if stack.office_key:
        say(
            f"Ключ офиса, показывается один раз (новый: {_new_key(stack.folder)}):",
            "the office's key, shown this once",
        )
        console.print(f"  [bold]{stack.office_key}[/bold]", soft_wrap=True)


def _new_key(folder: Path) -> str:
    """The command that makes another key for the base in this folder."""
    where = "" if folder == Path("var") else f" --var {folder}"
    return f"python deploy/up.py --new-key{where}"


def _is_empty(stack: Stack) -> bool:
    """Whether nobody has begun to use it: there is not one city."""
    cities: list[object] = httpx.get(f"{stack.urls['registry']}/v1/cities").json()["items"]
    return not cities


def _season(stack: Stack, *, wanted: bool) -> None:
    """Load the sample season into an empty base, or complete one that was interrupted.

    Not wanted: what was interrupted stays as it is for good.
    The mark of a loading under way lies beside the bases that it speaks of, so it can't lead into
    another base; on a server there is none, and only an empty base is loaded.
    """
    folder = _bases(stack.environment)
    mark = folder / "season-under-way" if folder else None
    begun = mark is not None and mark.exists()
    if wanted and (begun or _is_empty(stack)):
        if mark:
            mark.touch()
        _load_season(stack)
    if mark:
        mark.unlink(missing_ok=True)


def _load_season(stack: Stack) -> None:
    say("Загружаю пробный сезон (без него: --empty)…", "loading the sample season")
    api = Api(stack.urls, stack.office_key or new_office_key(stack.environment))
    play.found_federation(api)
    done = import_all(api, list(season()))
    wait_for(lambda: settled(api, done.tournaments))
    api.close()
    say(f"Турниров: {done.tournaments}, партий: {done.games}", "tournaments, games")


def _serve(stack: Stack) -> None:
    say("Ctrl-C — остановить", "Ctrl-C stops")
    while True:
        time.sleep(WATCH_SECONDS)
        for name in stack.fallen():
            say(f"{name}: упала, поднимаю; её журнал: {stack.log_of(name)}", "fell, starting again")
            try:
                stack.start(name)
                say(f"{name}: снова работает", "works again")
            except StackError:  # the others go on meanwhile
                say(f"{name}: не поднялась, пробую ещё", "did not start, trying again")
                time.sleep(AGAIN_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
