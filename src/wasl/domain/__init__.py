"""The rules of the business: standard library only, no I/O, time comes in as an argument."""
