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
    op.create_table('ledger',
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('finished_at', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('tournament', sa.String().with_variant(sa.String(collation='C'), 'postgresql'), nullable=False),
    sa.Column('before', sa.Integer(), nullable=False),
    sa.Column('delta', sa.Integer(), nullable=False),
    sa.Column('games', sa.Integer(), nullable=False),
    sa.PrimaryKeyConstraint('player', 'finished_at', 'tournament', name=op.f('pk_ledger')),
    sqlite_with_rowid=False
    )
    with op.batch_alter_table('ledger', schema=None) as batch_op:
        batch_op.create_index('ix_ledger_order', ['finished_at', 'tournament', 'player'], unique=False)
    op.create_table('ledger_version',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('version', sa.Integer(), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_ledger_version'))
    )
    op.create_table('place',
    sa.Column('tournament', sa.String().with_variant(sa.String(collation='C'), 'postgresql'), nullable=False),
    sa.Column('finished_at', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('name', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('date', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('participants', sa.Integer(), nullable=False),
    sa.Column('coefficient_tenths', sa.Integer(), nullable=False),
    sa.Column('k_tenths', sa.Integer(), nullable=False),
    sa.Column('games', sa.Integer(), nullable=False),
    sa.PrimaryKeyConstraint('tournament', name=op.f('pk_place'))
    )
    with op.batch_alter_table('place', schema=None) as batch_op:
        batch_op.create_index('ix_place_order', ['finished_at', 'tournament'], unique=False)
    op.create_table('player_rating',
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('rating_milli', sa.Integer(), nullable=False),
    sa.Column('games', sa.Integer(), nullable=False),
    sa.PrimaryKeyConstraint('player', name=op.f('pk_player_rating'))
    )
    with op.batch_alter_table('player_rating', schema=None) as batch_op:
        batch_op.create_index('ix_player_rating_leaders', [sa.literal_column('rating_milli DESC'), 'player'], unique=False)
    op.create_table('queued',
    sa.Column('tournament', sa.String().with_variant(sa.String(collation='C'), 'postgresql'), nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('name', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('code', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('rule', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('field', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('reason_ru', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('reason_en', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.PrimaryKeyConstraint('tournament', name=op.f('pk_queued'))
    )
    op.create_table('tournament',
    sa.Column('tournament', sa.String().with_variant(sa.String(collation='C'), 'postgresql'), nullable=False),
    sa.Column('record', sa.Text(), nullable=False),
    sa.PrimaryKeyConstraint('tournament', name=op.f('pk_tournament'))
    )


def downgrade() -> None:
    op.drop_table('tournament')
    op.drop_table('queued')
    with op.batch_alter_table('player_rating', schema=None) as batch_op:
        batch_op.drop_index('ix_player_rating_leaders')
    op.drop_table('player_rating')
    with op.batch_alter_table('place', schema=None) as batch_op:
        batch_op.drop_index('ix_place_order')
    op.drop_table('place')
    op.drop_table('ledger_version')
    with op.batch_alter_table('ledger', schema=None) as batch_op:
        batch_op.drop_index('ix_ledger_order')
    op.drop_table('ledger')
    first.drop_person()
    first.drop_house()
