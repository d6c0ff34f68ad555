"""The city of a tournament: a coordinator sees the lists of his own."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    city = sa.Column('city', sqlmodel.sql.sqltypes.AutoString(), nullable=False, server_default='')
    op.add_column('tournament_copy', city)


def downgrade() -> None:
    with op.batch_alter_table('tournament_copy', schema=None) as batch_op:
        batch_op.drop_column('city')
