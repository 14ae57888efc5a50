"""Lets the garbage collector run less often in a process that lives long."""

import gc


def spare_the_collector() -> None:
    """What was built at the start lives for ever: looking through it again finds nothing.

    Requests under way at the same moment are many small objects; with the default threshold
    the collector runs several times per batch, which took a fifth of all processor time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)
