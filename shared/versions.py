"""Law 10: overwriting names the revision that one has seen, by the ETag of an answer."""

import re
from typing import Annotated

from fastapi import Depends, Header

from shared.refusals import Refusal, Text

_ETAG = re.compile(r'(?:W/)?"v(0|[1-9][0-9]{0,8})(?:-[a-z0-9-]+)?"')
"""A proxy that packs an answer makes its ETag a weak one: it names the revision as well."""


def etag(revision: int, *parts: str) -> str:
    """A state's version, as ``"v3"``; parts: what changes the state without a revision."""
    return f'"{"-".join((f"v{revision}", *parts))}"'


def _seen(
    if_match: Annotated[
        str | None,
        Header(
            max_length=60,
            description='The ETag of the state that it replaces, as `"v1"`.',
            examples=['"v1"'],
        ),
    ] = None,
) -> int | None:
    """Refuses what is no ETag of ours."""
    if if_match is None:
        return None
    if found := _ETAG.fullmatch(if_match.strip()):
        return int(found[1])
    raise Refusal(
        "invalid",
        "bad_if_match",
        Text(f"If-Match {if_match}: это не версия.", f"If-Match {if_match} is no version."),
        where="If-Match",
        todo=Text('Пришлите ETag из ответа GET, вида "v1".', 'Send the ETag of the GET, as "v1".'),
    )


SeenRevision = Annotated[int | None, Depends(_seen)]
"""The revision named by If-Match; None: the header was not sent."""
