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
    op.create_table('api_key',
    sa.Column('prefix', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('hash', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('role', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('club', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('name', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('created_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.Column('created_by', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('revoked_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
    sa.PrimaryKeyConstraint('prefix', name=op.f('pk_api_key'))
    )
    op.create_table('city',
    sa.Column('city', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('name', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('name_key', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('zone', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.PrimaryKeyConstraint('city', name=op.f('pk_city')),
    sa.UniqueConstraint('name_key', name=op.f('uq_city_name_key'))
    )
    op.create_table('club',
    sa.Column('club', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('name', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('city', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('accredited', sa.Boolean(), nullable=False),
    sa.PrimaryKeyConstraint('club', name=op.f('pk_club'))
    )
    op.create_table('judge',
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('level', sa.Integer(), nullable=False),
    sa.Column('since', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('certified_by', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.PrimaryKeyConstraint('player', name=op.f('pk_judge'))
    )
    op.create_table('player',
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('serial', sa.Integer(), nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('first_name', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('surname', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('patronymic', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('no_patronymic', sa.Boolean(), nullable=False),
    sa.Column('nickname', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('nickname_key', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('email', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('email_key', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('phone', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('city', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('city_key', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('full_key', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('short_key', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('status', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('created_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.Column('created_by', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.PrimaryKeyConstraint('player', name=op.f('pk_player')),
    sa.UniqueConstraint('nickname_key', name=op.f('uq_player_nickname_key')),
    sa.UniqueConstraint('serial', name=op.f('uq_player_serial'))
    )
    with op.batch_alter_table('player', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_player_city_key'), ['city_key'], unique=False)
        batch_op.create_index(batch_op.f('ix_player_email_key'), ['email_key'], unique=False)
        batch_op.create_index(batch_op.f('ix_player_short_key'), ['short_key'], unique=False)
    op.create_table('serial',
    sa.Column('kind', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('next', sa.Integer(), nullable=False),
    sa.PrimaryKeyConstraint('kind', name=op.f('pk_serial'))
    )
    op.create_table('signing_key',
    sa.Column('kid', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('private_key', sa.Text(), nullable=False),
    sa.Column('created_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.PrimaryKeyConstraint('kid', name=op.f('pk_signing_key'))
    )


def downgrade() -> None:
    op.drop_table('signing_key')
    op.drop_table('serial')
    with op.batch_alter_table('player', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_player_short_key'))
        batch_op.drop_index(batch_op.f('ix_player_email_key'))
        batch_op.drop_index(batch_op.f('ix_player_city_key'))
    op.drop_table('player')
    op.drop_table('judge')
    op.drop_table('club')
    op.drop_table('city')
    op.drop_table('api_key')
    first.drop_house()
