"""A player's tournaments and notes; who has an entry where is read from the logs."""

import json

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('note',
    sa.Column('note', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('tournament', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('players', sa.Text(), nullable=False),
    sa.Column('text', sa.Text(), nullable=True),
    sa.Column('who', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.PrimaryKeyConstraint('note', name=op.f('pk_note'))
    )
    with op.batch_alter_table('note', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_note_tournament'), ['tournament'], unique=False)
    op.create_table('participation',
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('tournament', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('entry', sa.Integer(), nullable=False),
    sa.PrimaryKeyConstraint('player', 'tournament', 'entry', name=op.f('pk_participation'))
    )
    with op.batch_alter_table('participation', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_participation_tournament'), ['tournament'], unique=False)
    _read_the_logs()


def _read_the_logs() -> None:
    log = sa.table('tournament_event', sa.column('tournament'), sa.column('type'), sa.column('data'))
    kinds = ('entry.added.v1', 'tournament.imported.v1')
    into = sa.table('participation', sa.column('player'), sa.column('tournament'), sa.column('entry'))
    query = sa.select(log.c.tournament, log.c.type, log.c.data).where(log.c.type.in_(kinds))
    for tournament, kind, text in op.get_bind().execute(query).all():
        data = json.loads(text)
        entries = [[data['entry'], data['player']]] if kind == kinds[0] else data['entries']
        rows = [{'player': p, 'tournament': tournament, 'entry': e} for e, p in entries]
        if rows:
            op.bulk_insert(into, rows)


def downgrade() -> None:
    with op.batch_alter_table('participation', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_participation_tournament'))
    op.drop_table('participation')
    with op.batch_alter_table('note', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_note_tournament'))
    op.drop_table('note')
