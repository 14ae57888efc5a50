"""Holds the guide once somebody has asked for it.

Writing it takes most of a second. A process that starts, perhaps in place of one that died, has
payments to answer first, so it is written for the first reader, beside the event loop.
"""

import asyncio
from collections.abc import Callable

from wasl.guide.book import Book


class Shelf:
    def __init__(self, write: Callable[[], Book]) -> None:
        self._write = write
        self._book: Book | None = None
        self._lock = asyncio.Lock()

    async def book(self) -> Book:
        async with self._lock:
            if self._book is None:
                self._book = await asyncio.to_thread(self._write)
            return self._book
