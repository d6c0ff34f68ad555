"""The first schema."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

from shared.migrations import first

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    first.create_house()
    first.create_person()
    op.create_table('rating_copy',
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('version', sa.Integer(), nullable=False),
    sa.Column('rating_milli', sa.Integer(), nullable=False),
    sa.PrimaryKeyConstraint('player', name=op.f('pk_rating_copy'))
    )
    op.create_table('tournament',
    sa.Column('tournament', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('version', sa.Integer(), nullable=False),
    sa.Column('name', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('city', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('date', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('club', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('format', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('status', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('official', sa.Boolean(), nullable=False),
    sa.Column('players', sa.Integer(), nullable=False),
    sa.Column('created_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.Column('changed_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.PrimaryKeyConstraint('tournament', name=op.f('pk_tournament'))
    )
    with op.batch_alter_table('tournament', schema=None) as batch_op:
        batch_op.create_index('ix_tournament_newest', ['date', 'tournament'], unique=False)
        batch_op.create_index('ix_tournament_newest_of_city', ['city', 'date', 'tournament'], unique=False)
    op.create_table('tournament_event',
    sa.Column('tournament', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('type', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('data', sa.Text(), nullable=False),
    sa.Column('who', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.Column('trace', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.PrimaryKeyConstraint('tournament', 'number', name=op.f('pk_tournament_event'))
    )
    op.create_table('verdict_copy',
    sa.Column('tournament', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('legal', sa.Boolean(), nullable=False),
    sa.PrimaryKeyConstraint('tournament', 'player', name=op.f('pk_verdict_copy'))
    )
    op.create_table('city_copy',
    sa.Column('city', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('name', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('name_folded', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('zone', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.PrimaryKeyConstraint('city', name=op.f('pk_city_copy'))
    )
    with op.batch_alter_table('city_copy', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_city_copy_name_folded'), ['name_folded'], unique=False)
    op.create_table('club_copy',
    sa.Column('club', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('name', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('city', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('accredited', sa.Boolean(), nullable=False),
    sa.PrimaryKeyConstraint('club', name=op.f('pk_club_copy'))
    )
    op.create_table('judge_copy',
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('level', sa.Integer(), nullable=False),
    sa.Column('since', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.PrimaryKeyConstraint('player', name=op.f('pk_judge_copy'))
    )


def downgrade() -> None:
    op.drop_table('judge_copy')
    op.drop_table('club_copy')
    with op.batch_alter_table('city_copy', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_city_copy_name_folded'))
    op.drop_table('city_copy')
    op.drop_table('verdict_copy')
    op.drop_table('tournament_event')
    with op.batch_alter_table('tournament', schema=None) as batch_op:
        batch_op.drop_index('ix_tournament_newest_of_city')
        batch_op.drop_index('ix_tournament_newest')
    op.drop_table('tournament')
    op.drop_table('rating_copy')
    first.drop_person()
    first.drop_house()
