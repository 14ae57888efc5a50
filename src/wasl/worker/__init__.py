"""Work that happens by itself: one file per job, each with `run_once`."""
