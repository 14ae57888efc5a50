"""PostgreSQL: the pool, batching, and one file per table with its SQL above what runs it."""
