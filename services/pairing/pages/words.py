"""What a tournament's page says, in both languages."""

from services.pairing.domain.state import Status
from shared.refusals import Text
from shared.rulesets.model import Tiebreak

STATUS: dict[Status, Text] = {
    "draft": Text("готовится", "in preparation"),
    "announced": Text("объявлен", "announced"),
    "registration": Text("идёт запись", "registration is open"),
    "running": Text("идёт", "running"),
    "finished": Text("завершён", "finished"),
    "cancelled": Text("отменён", "cancelled"),
}
VIEWS: dict[str, Text] = {
    "tables": Text("Пары по столам", "Pairings by table"),
    "names": Text("Пары по именам", "Pairings by name"),
    "standings": Text("Положение", "Standings"),
    "bracket": Text("ТОП", "TOP"),
}
ALL = Text("Всё", "Everything")
PARTS = Text("Части страницы", "Parts of the page")
OTHER_LANGUAGE = Text("In English", "По-русски")
PLAYERS = Text("Участники", "Players")
NOTHING_YET = Text("Пары ещё не опубликованы.", "No pairings are published yet.")
NO_TOP_YET = Text("ТОПа пока нет.", "There is no TOP yet.")
WARNINGS = Text("Предупреждения", "Warnings")
SEED = Text("Число жеребьёвки", "Seed of the draw")
SEED_IS = Text("По нему жеребьёвку может повторить каждый.", "With it anybody can repeat the draw.")

ROUND = Text("Тур", "Round")
TOP_ROUND = Text("ТОП, тур", "TOP, round")
OF = Text("из", "of")
OPEN_TABLES = Text("столов без результата", "tables without a result")
TABLE = Text("Стол", "Table")
PLAYER = Text("Игрок", "Player")
OPPONENT = Text("Соперник", "Opponent")
RESULT = Text("Итог", "Result")
POINTS = Text("Очки", "Points")
BYE = Text("автопобеда", "auto-win")
BYES = Text("Автопобеды", "Auto-wins")
REMATCH = Text("уже играли", "met before")

PLACE = Text("Место", "Place")
SWISS = Text("Швейцарская таблица", "Swiss table")
FINAL = Text("Итоговые места", "Final places")
SWISS_PLACE = Text("В швейцарке", "In the Swiss")
SEEDED = Text("Посев", "Seed")
PROVISIONAL = Text(
    "Тур не доигран: места ещё изменятся.", "The round is being played: places may change."
)
PLAYING = Text("играет", "playing")
DROPPED = Text("выбыл", "left")
DISQUALIFIED = Text("дисквалификация", "disqualified")
THIRD = Text("Игра за третье место", "Game for the third place")
WINNER = Text("Победитель", "Winner")
LEGEND = Text("Сокращения", "Abbreviations")

SHORT: dict[Tiebreak, Text] = {
    "points": POINTS,
    "head_to_head": Text("ЛВ", "HH"),
    "buchholz": Text("Бх", "Bh"),
    "opponents_buchholz": Text("БхС", "OBh"),
    "clean_wins": Text("ЧП", "CW"),
    "rating": Text("Рт", "Rt"),
    "lot": Text("Жр", "Lot"),
}
LONG: dict[Tiebreak, Text] = {
    "points": Text("очки (T.1)", "points (T.1)"),
    "head_to_head": Text(
        "личные встречи, если равные все сыграли между собой (T.2)",
        "head-to-head, if all who are tied met each other (T.2)",
    ),
    "buchholz": Text(
        "Бухгольц: сумма очков соперников (T.3)", "Buchholz: sum of the opponents' points (T.3)"
    ),
    "opponents_buchholz": Text(
        "сумма Бухгольцев соперников (T.4)", "sum of the opponents' Buchholz (T.4)"
    ),
    "clean_wins": Text("чистые победы за столом (T.5)", "clean wins over the board (T.5)"),
    "rating": Text("рейтинг перед первым туром (T.6)", "rating before round 1 (T.6)"),
    "lot": Text("место по жребию (T.7)", "place in the lots (T.7)"),
}
