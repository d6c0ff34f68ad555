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
    op.create_table('catalogue_version',
    sa.Column('version', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('document', sa.Text(), nullable=False),
    sa.Column('loaded_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.Column('loaded_by', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.PrimaryKeyConstraint('version', name=op.f('pk_catalogue_version'))
    )
    op.create_table('deck_list',
    sa.Column('tournament', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('revision', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('list_id', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('format', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('rule_set', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('as_of', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('text', sa.Text(), nullable=False),
    sa.Column('rules', sa.JSON(), nullable=False),
    sa.Column('ban_list', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('catalogue', sa.Integer(), nullable=False),
    sa.Column('submitted_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.Column('submitted_by', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.PrimaryKeyConstraint('tournament', 'player', 'revision', name=op.f('pk_deck_list'))
    )
    op.create_table('tournament_copy',
    sa.Column('tournament', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('club', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('format', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('date', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('rule_set', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.PrimaryKeyConstraint('tournament', name=op.f('pk_tournament_copy'))
    )


def downgrade() -> None:
    op.drop_table('tournament_copy')
    op.drop_table('deck_list')
    op.drop_table('catalogue_version')
    first.drop_person()
    first.drop_house()
