"""The few pages that people see: a slip with a code, and the way in. No script, both languages."""

from html import escape
from string import Template

from fastapi.responses import HTMLResponse

from services.registry.schemas.access import TokenOut
from services.registry.schemas.signin import StaffCode
from shared.refusals import Refusal, Text
from shared.roles import ROLE_NAMES

HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"
    ),
}
"""A code in an address goes to nobody: no cache, no referrer, no frame, nothing from elsewhere."""

_PAGE = Template("""<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><title>$title</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body { font: 16px/1.4 sans-serif; max-width: 34em; margin: 1em auto; padding: 0 1em; }
.slip { border: 1px dashed; padding: 1em; } .slip svg { float: right; width: 9em; height: 9em; }
.code, input { font: bold 1.6em monospace; letter-spacing: .08em; }
input, textarea { width: 100%; box-sizing: border-box; } textarea { height: 8em; }
button { font-size: 1.2em; margin: .5em 0; padding: .4em 1.2em; } .no { color: #a00; }
small { word-break: break-all; }
</style></head><body>
$body
</body></html>
""")


def card(made: StaffCode) -> HTMLResponse:
    """A slip to cut out: who, which role, where, the code and its QR, until when."""
    role = ROLE_NAMES[made.role]
    place = f"<br>{escape(made.place)}" if made.place else ""
    until = f"{made.code_ends_at:%d.%m.%Y %H:%M} UTC"
    return _page(
        f"{made.name}: код / code",
        f"""<div class="slip">{made.qr}
<p><b>{escape(made.name)}</b> № {escape(made.player)}<br>{role.ru} / {role.en}{place}</p>
<p>Код для входа, один раз / One-time code:<br><span class="code">{escape(made.code)}</span></p>
<p>Действует до / Valid until {until}</p>
<p><small>{escape(made.link)}</small></p></div>""",
    )


def form(code: str, refusal: Refusal | None = None) -> HTMLResponse:
    """The field for a code, and what was wrong with the one before."""
    told = ""
    if refusal:
        todo = refusal.todo or Text("", "")
        told = (
            f'<p class="no">{escape(refusal.message.ru)} {escape(todo.ru)}<br>'
            f"{escape(refusal.message.en)} {escape(todo.en)}</p>"
        )
    answer = _page(
        "Вход / Sign in",
        f"""<h1>Вход / Sign in</h1>{told}
<form method="post" action="sign-in">
<label>Код с карточки / The code on your slip
<input name="code" value="{escape(code)}" maxlength="60" autocomplete="off" autofocus></label>
<button>Войти / Sign in</button></form>""",
    )
    answer.status_code = 401 if refusal else 200
    return answer


def signed_in(made: TokenOut, name: str) -> HTMLResponse:
    """Who has signed in as what, for how long, and the token to copy."""
    role, hours = ROLE_NAMES[made.role], made.expires_in // 3600
    place = made.tournament or made.club or made.city or ""
    return _page(
        "Вы вошли / Signed in",
        f"""<h1>{escape(name)}</h1>
<p>{role.ru} / {role.en} {escape(place)}<br>№ {escape(made.who.partition(":")[2])}</p>
<p>Вход действует {hours} ч и продлевается сам. / Good for {hours} hours; it renews itself.</p>
<p>Этот браузер вас уже знает. Для других программ — токен:<br>
This browser knows you now. For other programs, the token:</p>
<textarea readonly>{escape(made.access_token)}</textarea>
<form method="post" action="sign-out"><button>Выйти / Sign out</button></form>""",
    )


def _page(title: str, body: str) -> HTMLResponse:
    return HTMLResponse(_PAGE.substitute(title=escape(title), body=body), headers=HEADERS)
