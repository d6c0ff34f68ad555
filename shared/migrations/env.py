"""Run by Alembic; ``shared.migrate`` hands over the connection and the service's metadata."""

from alembic import context

config = context.config
connection = config.attributes["connection"]

context.configure(
    connection=connection,
    target_metadata=config.attributes["metadata"],
    render_as_batch=connection.dialect.name == "sqlite",
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
