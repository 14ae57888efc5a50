"""A customer without a browser: opens a checkout over HTTP and sends its forms."""

import re
from types import TracebackType
from typing import Self
from uuid import UUID

import httpx


class Customer:
    """Keeps the cookie and the hidden fields of the last page, as a browser does."""

    def __init__(self, server_url: str, intent: UUID) -> None:
        self._client = httpx.AsyncClient(
            base_url=server_url, follow_redirects=True, timeout=60, trust_env=False, verify=False
        )
        self._path = f"/checkout/{intent}"
        self._hidden: dict[str, str] = {}
        self.page = ""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self._client.aclose()

    async def look(self, **query: str) -> str:
        return self._read(await self._client.get(self._path, params=query))

    async def send(self, step: str, **fields: str) -> str:
        """The name of the page that it leads to."""
        return self._read(
            await self._client.post(f"{self._path}/{step}", data=self._hidden | fields)
        )

    def _read(self, answer: httpx.Response) -> str:
        self.page = re.findall(r'<main[^>]* data-page="([\w-]+)"', answer.text)[0]
        fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', answer.text)
        self._hidden = dict(fields)
        return self.page
