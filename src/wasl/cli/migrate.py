"""`wasl migrate`: bring the database up to date."""

import asyncio

from wasl.cli.database import database, migrate_database
from wasl.config import load_settings


def migrate() -> None:
    """Bring the database schema up to date. Safe to run again, and from several machines."""
    settings = load_settings()
    with database(settings) as url:
        applied = asyncio.run(migrate_database(url))
    for migration in applied:
        print(f"applied {migration.name}")
    print("The database is up to date.")
