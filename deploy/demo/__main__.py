"""``make demo``: one tournament and a season, from the first registration to the leaderboard."""

import argparse
import os
import signal
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from deploy.demo import play
from deploy.demo.client import Api, settled, wait_for
from deploy.demo.imports import Imported, import_all, show_skipped
from deploy.demo.real import Tournament, read
from deploy.demo.season import season
from deploy.demo.show import chapter, console, say, table
from deploy.kafka.start import Broker
from deploy.postgres.start import Postgres
from deploy.server import Unavailable
from deploy.stack import EMBEDDED, Parts, Stack, StackError, running

MOST = 200


def main() -> int:
    """Run the demo; 0 when everything went through, 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(prog="make demo", description=__doc__)
    parser.add_argument("--data", type=Path, default=_path("DATA"), help="real tournaments, jsonl")
    parser.add_argument(
        "--real",
        action="store_true",
        default=os.environ.get("REAL") == "1",
        help="on PostgreSQL and Apache Kafka",
    )
    options = parser.parse_args()
    try:
        given = read(options.data, MOST) if options.data else None
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as exc:
        parser.error(f"файл не читается / the file can't be read: {options.data}: {exc}")
    try:
        with tempfile.TemporaryDirectory(prefix="berserk-", ignore_cleanup_errors=True) as folder:
            Path(folder).chmod(0o755)  # PostgreSQL's own user must enter it
            with _stack(Path(folder), options.real) as stack:
                _story(stack, given)
    except (StackError, Unavailable) as exc:
        console.print(f"[red]Не запустилось / did not start:[/red] {exc}")
        return 1
    except KeyboardInterrupt:
        say("Прервано; показ ничего не оставляет.", "interrupted; the demo leaves nothing behind")
        return 128 + signal.SIGINT
    say("[green]Готово[/green]", "done")
    return 0


@contextmanager
def _stack(folder: Path, real: bool) -> Iterator[Stack]:
    with ExitStack() as servers:
        parts = EMBEDDED
        if real:
            say("Запускаю PostgreSQL и Apache Kafka…", "starting PostgreSQL and Apache Kafka")
            postgres = servers.enter_context(Postgres(folder / "postgres"))
            kafka = servers.enter_context(Broker(folder / "kafka"))
            parts = Parts(postgres.url("demo"), kafka.url())
        say("Запускаю четыре службы…", "starting the four services")
        yield servers.enter_context(running(folder / "run", parts=parts))


def _story(stack: Stack, given: tuple[list[Tournament], list[str]] | None) -> None:
    started = time.perf_counter()
    api = Api(stack.urls, stack.office_key or "")
    play.found_federation(api)
    tournament, shown = play.prepare(api)
    play.play(api, tournament, shown)
    chapter(3, "Импорт сыгранных турниров", "Import of finished tournaments")
    tournaments, unread = given or (list(season()), [])
    if given:
        say(f"Турниров из файла: {len(tournaments)}", "tournaments of the file")
    else:
        say("Сезон, придуманный нами", "a season of our own making")
    done = import_all(api, tournaments)
    done.skipped[:0] = unread
    wait_for(lambda: settled(api, done.tournaments + 1))
    seconds = time.perf_counter() - done.began
    show_skipped(done)
    chapter(4, "Национальный рейтинг", "The national rating")
    _leaderboard(api)
    _figures(api, stack, done, seconds, time.perf_counter() - started)
    api.close()


def _leaderboard(api: Api) -> None:
    rows = api.get("rating", "/v1/leaderboard", limit=10)["items"]
    table(
        "Лучшие десять / The best ten",
        ["место", "игрок", "город", "рейтинг", "партий"],
        [(r["rank"], r["name"], r["city"], r["rating"], r["games"]) for r in rows],
    )
    _history(api, rows[0])


def _history(api: Api, best: dict[str, Any]) -> None:
    """One player's rating, and the games that made it."""
    history = api.get("rating", f"/v1/ratings/{best['player']}/history", limit=3)["items"]
    table(
        f"Как сложился рейтинг: {best['name']}, последние турниры / the last tournaments",
        ["дата", "турнир", "K", "до", "±", "после"],
        [
            (
                r["date"],
                r["tournament_name"],
                format(r["k_tenths"] / 10, "g"),
                _points(r["before_milli"]),
                _points(r["delta_milli"], "+"),
                _points(r["after_milli"]),
            )
            for r in history
        ],
    )
    for row in history:
        _games(api, best["player"], row)


def _games(api: Api, player: str, row: dict[str, Any]) -> None:
    """The games of one tournament; they sum to its change exactly."""
    path = f"/v1/ratings/{player}/history/{row['tournament']}"
    games = api.get("rating", path)["rated_games"]
    table(
        f"{row['tournament_name']}: партии / the games of it",
        ["соперник", "его рейтинг", "ожидание", "итог", "±"],
        [
            (
                g["opponent_name"],
                _points(g["opponent_before_milli"]),
                _share(g["expected_nano"]),
                format(g["score"], "g"),
                _points(g["change_milli"], "+"),
            )
            for g in games
        ],
    )


def _points(milli: int, sign: str = "") -> str:
    return format(milli / 1000, f"{sign}.3f")


def _share(nano: int) -> str:
    return format(nano / 1e9, ".3f")


def _figures(api: Api, stack: Stack, done: Imported, importing: float, total: float) -> None:
    statistics = {name: api.get(name, "/statz") for name in stack.urls}
    ledger = api.get("rating", "/v1/ledger")
    table(
        "Цифры / Figures",
        ["что / what", "сколько / how much"],
        [
            ("турниров импортировано / tournaments imported", done.tournaments),
            ("партий в них / games in them", done.games),
            ("партий в рейтинге / games rated", ledger["games"]),
            ("событий опубликовано / events published", _sum(statistics.values(), "published")),
            ("событий применено / events applied", _sum(statistics.values(), "applied")),
            ("импорт до рейтинга, с / import until rated, s", format(importing, ".1f")),
            ("партий в секунду / games a second", format(done.games / importing, ".0f")),
            ("всего, с / in all, s", format(total, ".1f")),
            ("память четырёх служб, МиБ / memory of the four, MiB", stack.memory_mib()),
        ],
    )


def _sum(statistics: Sequence[dict[str, dict[str, int]]] | Any, what: str) -> int:
    return sum(sum(one[what].values()) for one in statistics)


def _path(name: str) -> Path | None:
    text = os.environ.get(name)
    return Path(text) if text else None


if __name__ == "__main__":
    sys.exit(main())
