"""D.2.3: Latin letters count as the Cyrillic ones that they look like, in every word.

Whoever has such letters left in a key is found by no name now: the step after the migrations,
``reindex.index_everybody``, makes his keys anew and indexes him.
"""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

LETTERS = "abcehijkmopstxyë"


def upgrade() -> None:
    op.execute(
        "delete from name_word where player in (select player from player"
        f" where {_latin('full_key')} or {_latin('nickname_key')})"
    )
    op.execute(f"delete from trigram where {_latin('word')}")


def downgrade() -> None:
    """Nothing: keys of before are made anew by the code of before."""


def _latin(column: str) -> str:
    return "(" + " or ".join(f"{column} like '%{letter}%'" for letter in LETTERS) + ")"
