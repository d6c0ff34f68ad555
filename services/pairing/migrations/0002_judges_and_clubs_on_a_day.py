"""Judges and clubs by the tournament's day: all levels, all days of accreditation."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('judge_copy', sa.Column('levels', sa.Text(), nullable=False, server_default='[]'))
    op.add_column('club_copy', sa.Column('accredited_in', sa.Text(), nullable=False, server_default='[]'))


def downgrade() -> None:
    with op.batch_alter_table('club_copy', schema=None) as batch_op:
        batch_op.drop_column('accredited_in')
    with op.batch_alter_table('judge_copy', schema=None) as batch_op:
        batch_op.drop_column('levels')
