"""Uploads that wait for a decision."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('upload',
    sa.Column('seq', sa.Integer(), nullable=False),
    sa.Column('upload', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('tournament', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('club', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('who', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.Column('content', sa.Text(), nullable=False),
    sa.Column('state', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('decided_by', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('decided_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
    sa.PrimaryKeyConstraint('seq', name=op.f('pk_upload')),
    sa.UniqueConstraint('upload', name=op.f('uq_upload_upload'))
    )
    with op.batch_alter_table('upload', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_upload_tournament'), ['tournament'], unique=False)
        batch_op.create_index(batch_op.f('ix_upload_club'), ['club'], unique=False)


def downgrade() -> None:
    with op.batch_alter_table('upload', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_upload_club'))
        batch_op.drop_index(batch_op.f('ix_upload_tournament'))
    op.drop_table('upload')
