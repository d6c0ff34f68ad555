"""One tournament from the first registration to the finish, as a judge would run it."""

import json
from itertools import cycle
from pathlib import Path
from typing import Any

from deploy.demo.client import Api, Refused, register, wait_for
from deploy.demo.people import CITIES, person
from deploy.demo.show import chapter, refusal, say, table

CATALOGUE = Path(__file__).resolve().parents[2] / "services" / "decks" / "catalogue" / "sample.json"
FIELD = 16
DAY = "2026-11-28"
FIRST_NUMBER = 9_000
"""The live players' numbers among the invented people; imports begin at 0."""

DECK = """#Степной дозор
3 {0}
3 {1}
3 {2}
3 {3}
3 {4}
3 {5}
3 {6}
3 {7}
3 {8}
3 {9}
"""


def found_federation(api: Api) -> None:
    """Cities, and the card catalogue."""
    for city, (name, zone) in CITIES.items():
        api.call("registry", "PUT", f"/v1/cities/{city}", {"name": name, "zone": zone})
    api.call("decks", "PUT", "/v1/catalogue", json.loads(CATALOGUE.read_text(encoding="utf-8")))
    wait_for(lambda: _knows_cities(api))


def _knows_cities(api: Api) -> bool:
    return int(api.get("pairing", "/statz")["applied"].get("players.v1", 0)) >= len(CITIES)


def prepare(api: Api) -> tuple[str, dict[str, str]]:
    """Chapter 1: people, a judge, a club, the tournament, the deck lists; its id and the names."""
    chapter(1, "Люди, клуб, турнир, колоды", "People, a club, a tournament, decks")
    names = [CITIES[city][0] for city in ("moskva", "kazan", "novosibirsk")]
    people = [person(FIRST_NUMBER + n, names[n % 3]) for n in range(FIELD + 1)]
    ids = register(api, people)
    shown = {i: f"{p['surname']} {p['first_name']}" for i, p in zip(ids, people, strict=True)}
    judge, players = ids[0], ids[1:]
    say(
        f"Зарегистрировано {len(ids)} человек из трёх городов: {', '.join(names)}",
        f"{len(ids)} people registered in three cities",
    )
    api.call(
        "registry",
        "PUT",
        f"/v1/judges/{judge}",
        {"level": 3, "since": "2026-01-15", "certified_by": "Коллегия судей"},
    )
    club = {"club": "step", "name": "Клуб «Степной ветер»", "city": "kazan", "accredited": True}
    api.call("registry", "POST", "/v1/clubs", club)
    say(f"Судья 3-го уровня № {judge} {shown[judge]}; {club['name']}", "a level-3 judge; a club")
    made = api.call(
        "pairing",
        "POST",
        "/v1/tournaments",
        {
            "name": "Осенний кубок",
            "city": "Казань",
            "date": DAY,
            "format": "constructed-classic",
        },
    )
    api.call(
        "pairing", "POST", f"/v1/tournaments/{made['tournament']}/entries", {"players": players}
    )
    tournament = api.get("pairing", f"/v1/tournaments/{made['tournament']}")
    _show_tournament(tournament)
    _submit_decks(api, tournament["tournament"], players, shown)
    return str(tournament["tournament"]), shown


def _show_tournament(tournament: dict[str, Any]) -> None:
    plan = tournament["structure"]
    say(
        "Хватило четырёх полей: название, город, дата, формат. Остальное дал свод правил:",
        "Four fields were enough; the rule set gave the rest:",
    )
    table(
        "",
        ["поле / field", "значение / value"],
        [
            ("свод правил / rule set", tournament["rule_set"]),
            ("уровень / level (6.1)", tournament["level"]),
            (
                "официальный / official (D.2.5)",
                "да / yes" if tournament["official"] else "нет / no",
            ),
            ("игроков / players", tournament["players"]),
            ("туров, ТОП / rounds, TOP (7.2.2)", f"{plan['rounds']}, ТОП-{plan['top']}"),
            ("жребий / seed (S.1)", tournament["seed"]),
        ],
    )


def _submit_decks(api: Api, tournament: str, players: list[str], shown: dict[str, str]) -> None:
    cards = _legal_cards(api)
    good = DECK.format(*cards)
    bad = good.replace(f"3 {cards[0]}", f"4 {cards[0]}") + "1 Кседдэн\n"
    for place, player in enumerate(players):
        try:
            _submit(api, tournament, player, bad if place == 0 else good)
        except Refused as refused:
            say(f"Список колоды: {shown[player]} — отказ", "a deck list is refused")
            refusal(refused)
            _submit(api, tournament, player, good)
    say(
        f"Принято списков колод: {len(players)} (исправленный — тоже)",
        "deck lists accepted, the mended one among them",
    )


def _submit(api: Api, tournament: str, player: str, text: str) -> None:
    """Hand a list in; format, rules and date are the tournament's own."""
    body = {"tournament": tournament, "player": player, "text": text}
    wait_for(lambda: _taken(api, body), seconds=30, pause=0.5)


def _taken(api: Api, body: dict[str, str]) -> bool:
    """Whether decks took it; it hears of a tournament announced just now in a moment."""
    try:
        api.call("decks", "POST", "/v1/lists", body)
    except Refused as refused:
        if refused.problem["code"] == "tournament_unknown":
            return False
        raise
    return True


def _legal_cards(api: Api) -> list[str]:
    """Ten names of the sample catalogue that make a legal deck, by asking the service itself."""
    names = [card["name"] for card in json.loads(CATALOGUE.read_text(encoding="utf-8"))["cards"]]
    legal = []
    for name in names:
        verdict = api.call(
            "decks",
            "POST",
            "/v1/checks",
            {
                "format": "constructed-classic",
                "text": f"3 {name}",
                "as_of": DAY,
            },
        )
        if {row["rule"] for row in verdict["violations"]} == {"7.2.1"}:  # only "too few cards"
            legal.append(name)
        if len(legal) == 10:
            return legal
    raise LookupError("the sample catalogue has fewer than ten plain cards")


KINDS = {
    "clean": "чистая победа / clean win (R.1)",
    "technical": "техническая / technical (R.2)",
    "draw": "ничья / draw (R.3)",
    "agreed_draw": "ничья по согласию / agreed (R.3)",
    "no_show": "неявка / no-show (R.5)",
    "both_absent": "не явились оба / both absent (R.6)",
}
RESULTS = ("clean", "technical", "clean", "draw", "clean", "no_show", "agreed_draw", "both_absent")


def play(api: Api, tournament: str, shown: dict[str, str]) -> None:
    """Chapter 2: every round of the Swiss and the TOP, a drop, a correction, the finish."""
    chapter(2, "Игра", "Play")
    kinds = cycle(RESULTS)
    while current := _next_round(api, tournament):
        _play_round(api, tournament, current, kinds)
        if current["round"] == 1:
            _drop(api, tournament, current["tables"][-1]["b"]["player"], shown)
        if current["round"] == 2:
            _correct(api, tournament)
    api.call("pairing", "POST", f"/v1/tournaments/{tournament}/finish")
    _show_standings(api, tournament)


def _next_round(api: Api, tournament: str) -> dict[str, Any] | None:
    """The next round, paired by the engine; None when all is played."""
    try:
        made: dict[str, Any] = api.call(
            "pairing", "POST", f"/v1/tournaments/{tournament}/rounds", {}
        )
    except Refused as refused:
        if refused.problem["code"] == "all_rounds_played":
            return None
        raise
    return made


def _drop(api: Api, tournament: str, player: str, shown: dict[str, str]) -> None:
    api.call("pairing", "POST", f"/v1/tournaments/{tournament}/entries/{player}/drop")
    say(
        f"{shown[player]} выбывает: дальше нечётное число, кто-то получит bye (R.4)",
        "drops: from now on somebody gets a bye",
    )


def _play_round(api: Api, tournament: str, current: dict[str, Any], kinds: "cycle[str]") -> None:
    done = []
    for row in current["tables"]:
        kind = "clean" if current["stage"] == "top" else next(kinds)
        nobody = kind in ("draw", "agreed_draw", "both_absent")
        winner = None if nobody else row["a" if row["table"] % 2 else "b"]["player"]
        path = (
            f"/v1/tournaments/{tournament}/rounds/{current['round']}/tables/{row['table']}/result"
        )
        api.call("pairing", "PUT", path, {"kind": kind, "winner": winner})
        who = {
            None: "—",
            row["a"]["player"]: row["a"]["name"],
            row["b"]["player"]: row["b"]["name"],
        }
        done.append((row["table"], row["a"]["name"], row["b"]["name"], KINDS[kind], who[winner]))
    byes = current["byes"]
    done += [("bye", row["name"], "", "автопобеда / bye (R.4)", row["name"]) for row in byes]
    stage = "ТОП / TOP" if current["stage"] == "top" else "швейцарский / Swiss"
    table(f"Тур {current['round']} ({stage})", ["стол", "игрок", "игрок", "итог", "победа"], done)


def _correct(api: Api, tournament: str) -> None:
    """The judge notices a mistake of round 1: an overwrite needs the version that he saw."""
    path = f"/v1/tournaments/{tournament}/rounds/1/tables/1/result"
    first = api.get("pairing", f"/v1/tournaments/{tournament}/rounds/1")["tables"][0]
    other = first["b"]["player"]
    try:
        api.call("pairing", "PUT", path, {"kind": "technical", "winner": other})
    except Refused as refused:
        say(
            "Судья правит тур 1, стол 1, не сказав, что видел прежний итог:",
            "a correction without If-Match",
        )
        refusal(refused)
    version = first["result"]["version"]
    api.call(
        "pairing", "PUT", path, {"kind": "technical", "winner": other}, If_Match=f'"v{version}"'
    )
    say("С If-Match исправлено; все таблицы пересчитаны (T.8)", "corrected; all views recomputed")


def _show_standings(api: Api, tournament: str) -> None:
    answer = api.get("pairing", f"/v1/tournaments/{tournament}/standings")
    swiss = {row["entry"]: row for row in answer["rows"]}
    rows = [(place, swiss[place["entry"]]) for place in answer["final"]]
    table(
        "Итоговые места / Final places (T.1–T.9)",
        ["место", "игрок", "посев ТОПа", "швейцарка", "очки", "Бухгольц", "чистых"],
        [
            (
                final["place"],
                final["name"],
                final["seed"],
                row["place"],
                row["points"],
                row["buchholz"],
                row["clean_wins"],
            )
            for final, row in rows
        ],
    )
