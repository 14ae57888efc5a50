"""Sadad (Almadar): JSON with a bearer token."""
