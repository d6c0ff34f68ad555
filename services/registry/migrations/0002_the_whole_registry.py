"""All that a federation's office keeps: old numbers, merges, sign-in, accreditation, penalties."""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('accreditation',
    sa.Column('seq', sa.Integer(), nullable=False),
    sa.Column('kind', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('subject', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('since', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('until', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('given_by', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('given_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.PrimaryKeyConstraint('seq', name=op.f('pk_accreditation'))
    )
    with op.batch_alter_table('accreditation', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_accreditation_subject'), ['subject'], unique=False)

    op.create_table('block',
    sa.Column('first', sa.Integer(), nullable=False),
    sa.Column('last', sa.Integer(), nullable=False),
    sa.Column('club', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('leased_by', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('leased_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.Column('next', sa.Integer(), nullable=True),
    sa.PrimaryKeyConstraint('first', name=op.f('pk_block'))
    )
    with op.batch_alter_table('block', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_block_club'), ['club'], unique=False)

    op.create_table('contact_read',
    sa.Column('seq', sa.Integer(), nullable=False),
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('who', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('route', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.PrimaryKeyConstraint('seq', name=op.f('pk_contact_read'))
    )
    with op.batch_alter_table('contact_read', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_contact_read_player'), ['player'], unique=False)

    op.create_table('entrant',
    sa.Column('tournament', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('entry', sa.Integer(), nullable=False),
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('paired', sa.Boolean(), nullable=False),
    sa.PrimaryKeyConstraint('tournament', 'entry', name=op.f('pk_entrant'))
    )
    with op.batch_alter_table('entrant', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_entrant_player'), ['player'], unique=False)

    op.create_table('judge_level',
    sa.Column('seq', sa.Integer(), nullable=False),
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('level', sa.Integer(), nullable=False),
    sa.Column('since', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('until', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('certified_by', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('recorded_by', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('recorded_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.PrimaryKeyConstraint('seq', name=op.f('pk_judge_level'))
    )
    with op.batch_alter_table('judge_level', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_judge_level_player'), ['player'], unique=False)

    op.create_table('merge',
    sa.Column('merge', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('into', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('state', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('obstacle', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('made_by', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('made_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.PrimaryKeyConstraint('merge', name=op.f('pk_merge')),
    sa.UniqueConstraint('number', name=op.f('uq_merge_number'))
    )
    with op.batch_alter_table('merge', schema=None) as batch_op:
        batch_op.create_index('ix_merge_into', ['into'], unique=False)
        batch_op.create_index(batch_op.f('ix_merge_state'), ['state'], unique=False)
        batch_op.create_index('ux_merge_active', ['player'], unique=True, sqlite_where=sa.text("state = 'active'"), postgresql_where=sa.text("state = 'active'"))

    op.create_table('merge_action',
    sa.Column('seq', sa.Integer(), nullable=False),
    sa.Column('merge', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('action', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('who', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.Column('tournament', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.PrimaryKeyConstraint('seq', name=op.f('pk_merge_action'))
    )
    with op.batch_alter_table('merge_action', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_merge_action_merge'), ['merge'], unique=False)

    op.create_table('name_word',
    sa.Column('word', sa.String().with_variant(sa.String(collation='C'), 'postgresql'), nullable=False),
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.PrimaryKeyConstraint('word', 'player', name=op.f('pk_name_word')),
    sqlite_with_rowid=False
    )
    with op.batch_alter_table('name_word', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_name_word_player'), ['player'], unique=False)

    op.create_table('notice',
    sa.Column('seq', sa.Integer(), nullable=False),
    sa.Column('kind', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('subject', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('players', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('tournament', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.Column('done_by', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('done_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
    sa.PrimaryKeyConstraint('seq', name=op.f('pk_notice'))
    )
    op.create_table('old_number',
    sa.Column('key', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('number', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('digits', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.PrimaryKeyConstraint('key', name=op.f('pk_old_number'))
    )
    with op.batch_alter_table('old_number', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_old_number_digits'), ['digits'], unique=False)
        batch_op.create_index(batch_op.f('ix_old_number_player'), ['player'], unique=False)

    op.create_table('penalty',
    sa.Column('penalty', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('infraction', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('level', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('day', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('given_by', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('given_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.Column('revoked_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
    sa.PrimaryKeyConstraint('penalty', name=op.f('pk_penalty'))
    )
    with op.batch_alter_table('penalty', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_penalty_player'), ['player'], unique=False)

    op.create_table('sign_in_code',
    sa.Column('hash', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('grant', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('made_by', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('made_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.Column('ends_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.Column('used_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
    sa.PrimaryKeyConstraint('hash', name=op.f('pk_sign_in_code'))
    )
    with op.batch_alter_table('sign_in_code', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_sign_in_code_grant'), ['grant'], unique=False)

    op.create_table('staff',
    sa.Column('grant', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('role', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('city', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('club', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('tournament', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('given_by', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('given_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.Column('ends_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
    sa.Column('revoked_by', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('revoked_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
    sa.PrimaryKeyConstraint('grant', name=op.f('pk_staff'))
    )
    with op.batch_alter_table('staff', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_staff_club'), ['club'], unique=False)
        batch_op.create_index(batch_op.f('ix_staff_player'), ['player'], unique=False)
        batch_op.create_index(batch_op.f('ix_staff_tournament'), ['tournament'], unique=False)

    op.create_table('story',
    sa.Column('seq', sa.Integer(), nullable=False),
    sa.Column('subject', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('action', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('who', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.Column('until', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('text', sa.Text(), nullable=True),
    sa.Column('wiped_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
    sa.PrimaryKeyConstraint('seq', name=op.f('pk_story'))
    )
    with op.batch_alter_table('story', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_story_subject'), ['subject'], unique=False)

    op.create_table('suspension',
    sa.Column('suspension', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('player', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('since', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('until', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('penalty', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('infraction', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('given_by', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('given_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.Column('revoked_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
    sa.PrimaryKeyConstraint('suspension', name=op.f('pk_suspension'))
    )
    with op.batch_alter_table('suspension', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_suspension_penalty'), ['penalty'], unique=False)
        batch_op.create_index(batch_op.f('ix_suspension_player'), ['player'], unique=False)

    op.create_table('table_penalty',
    sa.Column('tournament', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('penalty', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('entry', sa.Integer(), nullable=False),
    sa.Column('infraction', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('level', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('round', sa.Integer(), nullable=True),
    sa.Column('given_by', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('given_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
    sa.Column('revoked_by', sqlmodel.sql.sqltypes.AutoString(), nullable=True),
    sa.Column('revoked_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
    sa.PrimaryKeyConstraint('tournament', 'penalty', name=op.f('pk_table_penalty'))
    )
    op.create_table('tournament',
    sa.Column('tournament', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('name', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('club', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('city', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('day', sqlmodel.sql.sqltypes.AutoString(), nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.PrimaryKeyConstraint('tournament', name=op.f('pk_tournament'))
    )
    with op.batch_alter_table('tournament', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_tournament_club'), ['club'], unique=False)

    op.create_table('trigram',
    sa.Column('gram', sa.String().with_variant(sa.String(collation='C'), 'postgresql'), nullable=False),
    sa.Column('word', sa.String().with_variant(sa.String(collation='C'), 'postgresql'), nullable=False),
    sa.PrimaryKeyConstraint('gram', 'word', name=op.f('pk_trigram')),
    sqlite_with_rowid=False
    )
    with op.batch_alter_table('api_key', schema=None) as batch_op:
        batch_op.add_column(sa.Column('ends_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True))

    op.execute(
        "insert into accreditation (kind, subject, since, until, given_by, given_at)"
        " select 'club', club, '2000-01-01', null, 'migration', current_timestamp"
        " from club where accredited"
    )
    with op.batch_alter_table('club', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_club_city'), ['city'], unique=False)
        batch_op.drop_column('accredited')

    op.execute(
        "insert into judge_level (player, level, since, until, certified_by, recorded_by, recorded_at)"
        " select player, level, since, null, certified_by, 'migration', current_timestamp from judge"
    )
    with op.batch_alter_table('judge', schema=None) as batch_op:
        batch_op.drop_column('certified_by')
        batch_op.drop_column('level')
        batch_op.drop_column('since')

    with op.batch_alter_table('player', schema=None) as batch_op:
        batch_op.add_column(sa.Column('club', sqlmodel.sql.sqltypes.AutoString(), nullable=True))
        batch_op.add_column(sa.Column('consent_version', sqlmodel.sql.sqltypes.AutoString(), nullable=True))
        batch_op.add_column(sa.Column('consent_date', sqlmodel.sql.sqltypes.AutoString(), nullable=True))
        batch_op.add_column(sa.Column('guardian', sqlmodel.sql.sqltypes.AutoString(), nullable=True))
        batch_op.add_column(sa.Column('played_before', sa.Boolean(), nullable=True))
        batch_op.add_column(sa.Column('waiting_since', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True))
        batch_op.add_column(sa.Column('erased_at', sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True))
        batch_op.create_index(batch_op.f('ix_player_club'), ['club'], unique=False)

    op.execute("update player set waiting_since = created_at, played_before = (status = 'registered')")
    with op.batch_alter_table('player', schema=None) as batch_op:
        batch_op.alter_column('played_before', nullable=False)
        batch_op.alter_column('waiting_since', nullable=False)

    # Who was paired was not kept until now: a republish of the topic must not be taken for known.
    op.execute("delete from inbox where topic = 'tournaments.v1'")



def downgrade() -> None:
    with op.batch_alter_table('player', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_player_club'))
        batch_op.drop_column('erased_at')
        batch_op.drop_column('waiting_since')
        batch_op.drop_column('played_before')
        batch_op.drop_column('guardian')
        batch_op.drop_column('consent_date')
        batch_op.drop_column('consent_version')
        batch_op.drop_column('club')

    with op.batch_alter_table('judge', schema=None) as batch_op:
        batch_op.add_column(sa.Column('since', sa.VARCHAR(), nullable=False, server_default=''))
        batch_op.add_column(sa.Column('level', sa.INTEGER(), nullable=False, server_default='0'))
        batch_op.add_column(sa.Column('certified_by', sa.VARCHAR(), nullable=False, server_default=''))

    with op.batch_alter_table('club', schema=None) as batch_op:
        batch_op.add_column(sa.Column('accredited', sa.BOOLEAN(), nullable=False, server_default=sa.false()))
        batch_op.drop_index(batch_op.f('ix_club_city'))

    with op.batch_alter_table('api_key', schema=None) as batch_op:
        batch_op.drop_column('ends_at')

    op.drop_table('trigram')
    with op.batch_alter_table('tournament', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_tournament_club'))

    op.drop_table('tournament')
    op.drop_table('table_penalty')
    with op.batch_alter_table('suspension', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_suspension_player'))
        batch_op.drop_index(batch_op.f('ix_suspension_penalty'))

    op.drop_table('suspension')
    with op.batch_alter_table('story', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_story_subject'))

    op.drop_table('story')
    with op.batch_alter_table('staff', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_staff_tournament'))
        batch_op.drop_index(batch_op.f('ix_staff_player'))
        batch_op.drop_index(batch_op.f('ix_staff_club'))

    op.drop_table('staff')
    with op.batch_alter_table('sign_in_code', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_sign_in_code_grant'))

    op.drop_table('sign_in_code')
    with op.batch_alter_table('penalty', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_penalty_player'))

    op.drop_table('penalty')
    with op.batch_alter_table('old_number', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_old_number_player'))
        batch_op.drop_index(batch_op.f('ix_old_number_digits'))

    op.drop_table('old_number')
    op.drop_table('notice')
    with op.batch_alter_table('name_word', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_name_word_player'))

    op.drop_table('name_word')
    with op.batch_alter_table('merge', schema=None) as batch_op:
        batch_op.drop_index('ux_merge_active', sqlite_where=sa.text("state = 'active'"), postgresql_where=sa.text("state = 'active'"))
        batch_op.drop_index(batch_op.f('ix_merge_state'))
        batch_op.drop_index('ix_merge_into')

    op.drop_table('merge')
    with op.batch_alter_table('merge_action', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_merge_action_merge'))

    op.drop_table('merge_action')
    with op.batch_alter_table('judge_level', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_judge_level_player'))

    op.drop_table('judge_level')
    with op.batch_alter_table('entrant', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_entrant_player'))

    op.drop_table('entrant')
    with op.batch_alter_table('contact_read', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_contact_read_player'))

    op.drop_table('contact_read')
    with op.batch_alter_table('block', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_block_club'))

    op.drop_table('block')
    with op.batch_alter_table('accreditation', schema=None) as batch_op:
        batch_op.drop_index(batch_op.f('ix_accreditation_subject'))

    op.drop_table('accreditation')
