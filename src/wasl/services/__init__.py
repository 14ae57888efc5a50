"""One file per use case, named by its verb. Services own the transactions."""
