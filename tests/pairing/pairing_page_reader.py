"""Reads a page as a browser would, tables by caption; nothing is taken for granted."""

from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "link", "img", "input"}


class PageReader(HTMLParser):
    """A page that was read. tables: caption -> rows of cells' texts, headings first.

    Raises ValueError where elements are not closed in their order.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.lang: str | None = None
        self.links: list[str] = []
        self.scopes: list[str | None] = []
        self.texts: dict[str, list[str]] = {}
        self.tables: dict[str, list[list[str]]] = {}
        self.style = ""
        self._caption = ""
        self.feed(text)
        self.close()
        if self.open:
            raise ValueError(f"not closed: {self.open}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        self.tags.add(tag)
        known = dict(attrs)
        if any(name.startswith("on") or name == "style" for name in known):
            raise ValueError(f"<{tag}> has a script or a style of its own: {known}")
        if tag == "html":
            self.lang = known.get("lang")
        if tag == "a":
            self.links.append(known.get("href") or "")
        if tag == "th":
            self.scopes.append(known.get("scope"))
        if tag == "caption":
            self._caption = ""
        if tag == "tr":
            self.tables.setdefault(self._caption, []).append([])
        if tag in ("td", "th"):
            self.tables[self._caption][-1].append("")
        if tag in ("h1", "h2", "h3", "p", "li", "dt", "dd", "title"):
            self.texts.setdefault(tag, []).append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """An element ends."""
        if self.open.pop() != tag:
            raise ValueError(f"</{tag}> closes another element")

    def handle_data(self, data: str) -> None:
        """Text goes to the element that it is in, or to the one around it."""
        within = set(self.open)
        if self.open and self.open[-1] == "style":
            self.style += data
        elif "caption" in within:
            self._caption += data
        elif within & {"td", "th"}:
            self.tables[self._caption][-1][-1] += data.replace("\N{NO-BREAK SPACE}", " ")
        else:
            for tag in ("h1", "h2", "h3", "p", "li", "dt", "dd", "title"):
                if tag in within:
                    self.texts[tag][-1] += data

    def table(self, caption: str) -> list[list[str]]:
        """The rows below the headings of the table with this caption."""
        return self.tables[caption][1:]
