"""All levels of judges, all days of accreditation, suspensions and merges: by the day."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('judge_copy', sa.Column('levels', sa.Text(), nullable=False, server_default='[]'))
    op.add_column('club_copy', sa.Column('accredited_in', sa.Text(), nullable=False, server_default='[]'))
    op.create_table('merge_copy',
    sa.Column('merge', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('into', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('state', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.PrimaryKeyConstraint('merge', name=op.f('pk_merge_copy'))
    )
    op.create_table('suspension_copy',
    sa.Column('suspension', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('since', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('until', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('revoked', sa.Boolean(), nullable=False),
    sa.PrimaryKeyConstraint('suspension', name=op.f('pk_suspension_copy'))
    )


def downgrade() -> None:
    op.drop_table('suspension_copy')
    op.drop_table('merge_copy')
    with op.batch_alter_table('club_copy', schema=None) as batch_op:
        batch_op.drop_column('accredited_in')
    with op.batch_alter_table('judge_copy', schema=None) as batch_op:
        batch_op.drop_column('levels')
