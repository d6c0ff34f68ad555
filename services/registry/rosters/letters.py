"""How little a text looks like Russian names: what tells readings of the same bytes apart.

Letter by letter, by the pairs that ordinary names are made of, and by signs and capitals that
stand where no writer puts them. Words are counted once: a city in every row proves no more.
"""

import math
import re
from collections import Counter
from itertools import pairwise

_NAMES = """
абрамов алексеев алиев андреева антонов афанасьев ахметов баранов белоусова беляев блинов богданов
борисова быков васильев виноградов вишневский власов волков воробьёв гаврилов гасанов герасимов
гогоберидзе голубев гончаров горбунова григорьев гусев гуревич давыдов данилов демидов долгих
дьячков егоров ежов емельянов ермаков ершов ефимов жданов жуков журавлёва зайцев захаров зимин
зуев иванов игнатьев ильин исаев казаков калашников каримов карпов ким киселёв ковалёва ковальчук
козлов комаров кондратьев королёв коршунов кравченко кудрявцев кузнецова кузьмин куликов лазарев
лебедев левицкий литвинов логинов лукьянов магомедов макаров маслов матвеев медведев мельников
мельничук миронов михайлов морозов мухин назаров некрасов нестеренко никитин николаев новиков
овчинников орлова осипов островская павлов пак панов петров петросян платонов поляков пономарёв
попов потапов прохоров родионов романов рыбаков рябов савельев саркисян седых семёнов сергеев
сидоров скворцов смирнов соболев соколова соловьёв степанов сулейманов тарасов тимофеев титов
тихомиров ткаченко трофимов уваров ушаков фадеев федотов филиппов фомин фролов хабибуллин
харитонов хасанов хохлов хромов царёв цветкова цой чайковский чернов чернышёв чехов шарапов
шевченко шестаков широков шмидт шубин щербаков щукина эльдаров энгельс юдин юсупов язев яковлева
ясинский
александр алексей анатолий андрей антон аркадий арсений артём богдан борис вадим валерий василий
виктор виталий владимир владислав всеволод вячеслав геннадий георгий герман глеб григорий давид
даниил денис дмитрий евгений егор жан захар иван игорь илья ильдар кирилл константин лев леонид
максим марат марк матвей михаил мурад никита николай олег павел пётр платон роман руслан савелий
святослав семён сергей станислав степан тимофей тимур фёдор филипп эдуард юрий яков ян ярослав
ваня вася дима женя лёша миша паша саша слава
айгуль алёна алина алла анастасия анна валентина варвара вера вероника галина гульнара дарья диана
ева евгения екатерина елена елизавета жанна зинаида зоя инна ирина карина кира кристина ксения
лариса лидия любовь людмила маргарита марина мария надежда наталья нина оксана ольга полина раиса
светлана снежана софья таисия тамара татьяна ульяна эльвира эмма юлия яна даша катя маша настя
наташа оля
александрович андреевна анатольевич борисовна вадимович валерьевна васильевич викторовна
витальевич владимировна вячеславович геннадьевна григорьевич дмитриевна евгеньевич игоревна ильич
ильинична кирилловна леонидович львовна михайлович николаевна олегович павловна петрович романовна
рустамович сергеевна станиславович фёдоровна эдуардович юрьевна яковлевич ярославовна оглы кызы
абакан алматы архангельск астрахань балашиха барнаул белгород братск брянск великий владивосток
владикавказ волгоград вологда воронеж грозный дзержинск екатеринбург иваново ижевск иркутск йошкар
ола казань калининград калуга кемерово киев киров комсомольск королёв кострома краснодар
красноярск курган курск липецк люберцы магнитогорск майкоп махачкала минск москва мурманск мытищи
набережные челны нальчик нижний новгород новокузнецк новосибирск омск орёл оренбург пенза пермь
петрозаводск псков ростов на дону рыбинск рязань самара санкт петербург саранск саратов
севастополь симферополь смоленск сочи ставрополь сургут сыктывкар таганрог тамбов тверь тольятти
томск тула тюмень улан удэ ульяновск уфа хабаровск химки чебоксары челябинск череповец чита шахты
элиста энгельс южно сахалинск якутск ялта ярославль
город да клуб нет без отчества почта фио игрок
"""
"""Surnames, first names, patronymics, cities and words of a roster: not to know names by, only to
see which letters follow which. With half as many more, no file was told apart better."""

_LETTERS = "абвгдежзийклмнопрстуфхцчшщъыьэюя"
_EDGE = " "
_SMOOTHING = 3
"""So many letters are added to what follows each letter, as frequent as they are everywhere: a
pair that the names above have not is rare, not impossible."""

_CHANCE = math.log(len(_LETTERS) + 1)
"""The cost of a letter, or of a word's end, if each were as likely as any."""

_SIGN, _STRAY, _TORN = 1, 20, 3
"""The cost of a sign that stands where it belongs; of one that does not, or of a letter that
Russian has not; of a place where a word changes its case or alphabet."""

_LONGEST = 80
"""Letters of a word: what is longer is no name."""

_WORD = "0-9A-Za-zА-Яа-яЁё"
_FITTING = re.compile(
    rf"(?<![{_WORD}])[«„“](?=[{_WORD}])|(?<=[{_WORD}])[»“”…](?![{_WORD}])"
    rf"|(?<=[{_WORD}])[–—’](?=[{_WORD}])|(?<![{_WORD}])[–—](?![{_WORD}])|№(?![A-Za-zА-Яа-яЁё])"
    "|(?<=[A-Za-z])[À-ɏ]|[À-ɏ](?=[A-Za-z])"  # José, Łódź
)
_OTHER = re.compile("[^\x00-\x7fА-Яа-яЁё]")
_NEIGHBOURS = re.compile("[ЂЃѓЉЊЌЋЏђљњќћџЎўЈҐЄЇІіґєјЅѕї]")
_TORN_AT = re.compile(
    "[а-яё](?=[А-ЯЁ])|[А-ЯЁ]{2}(?=[а-яё])|[A-Za-z](?=[А-Яа-яЁё])|[А-Яа-яЁё](?=[A-Za-z])"
)
_RUSSIAN = re.compile("[А-Яа-яЁё]+")


def strangeness(text: str) -> tuple[float, float]:
    """How surprising the words with other letters than English ones are, in nats.

    And how surprising they would be if any letter were as likely after any other: Russian names
    cost about two thirds of that, their mojibake more than all of it. Both 0: there are no words.
    """
    costs = [_cost(word) for word in words(text)]
    return math.fsum(cost for cost, _ in costs), _CHANCE * sum(letters for _, letters in costs)


def neighbours_cost(text: str) -> float:
    """The part of ``strangeness`` for Ukrainian or Serbian letters, which Unicode may well have."""
    return _STRAY * sum(len(_NEIGHBOURS.findall(word)) for word in words(text))


def is_plain(text: str) -> bool:
    """Whether those words are of Russian letters alone, whose case is a writer's."""
    return not any(_OTHER.search(word) or _TORN_AT.search(word) for word in words(text))


def words(text: str) -> set[str]:
    """Words with other letters than English ones, each once."""
    return {word for word in text.split() if not word.isascii() and len(word) <= _LONGEST}


def _cost(word: str) -> tuple[float, int]:
    """A word's cost, and how many letters, signs and edges it has."""
    runs = [f"{_EDGE}{run.lower().replace('ё', 'е')}{_EDGE}" for run in _RUSSIAN.findall(word)]
    pairs = [pair for run in runs for pair in pairwise(run)]
    signs, fitting = len(_OTHER.findall(word)), len(_FITTING.findall(word))
    cost = math.fsum(_PAIRS[pair] for pair in pairs) + _TORN * len(_TORN_AT.findall(word))
    return cost + _SIGN * fitting + _STRAY * (signs - fitting), len(pairs) + signs


def _learnt() -> dict[tuple[str, str], float]:
    """What each pair of letters costs: -ln of how often the second follows the first."""
    words = [f"{_EDGE}{word.replace('ё', 'е')}{_EDGE}" for word in _NAMES.split()]
    pairs = Counter(pair for word in words for pair in pairwise(word))
    firsts = Counter(first for first, _ in pairs.elements())
    seconds = Counter(second for _, second in pairs.elements())
    alphabet = _LETTERS + _EDGE
    total = pairs.total() + len(alphabet)
    return {
        (first, second): -math.log(
            (pairs[first, second] + _SMOOTHING * (seconds[second] + 1) / total)
            / (firsts[first] + _SMOOTHING)
        )
        for first in alphabet
        for second in alphabet
    }


_PAIRS = _learnt()
