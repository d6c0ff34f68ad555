"""HTML that can't be broken by a name: whatever is not markup already is escaped."""

from html import escape


class Html(str):
    """A piece of markup, made by ``tag`` and ``joined`` alone."""

    __slots__ = ()


def tag(name: str, *content: object, **attributes: object) -> Html:
    """An element. Content that is no ``Html`` is text; None is left out.

    Attributes are escaped; a trailing _ is dropped (``class_``), any other is a hyphen
    (``aria_label``), and None leaves one out.
    """
    opened = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Html(f"<{name}{opened}>{joined(*content)}</{name}>")


def joined(*content: object) -> Html:
    """Pieces one after another; those that are no ``Html`` are text, None is left out."""
    return Html(
        "".join(
            each if isinstance(each, Html) else escape(str(each))
            for each in content
            if each is not None
        )
    )
