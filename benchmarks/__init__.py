"""Measures speed. `make bench` runs it; docs/performance.md explains the table."""
