"""Sadad by Almadar: phone and birth year, then a code by text message."""
