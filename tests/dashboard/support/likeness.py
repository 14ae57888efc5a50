"""Whether two answers look the same to who gets them."""

import re

import httpx


def without_what_varies(answer: httpx.Response) -> tuple[int, str, list[str]]:
    """Two answers that differ in this much only tell nobody anything."""
    text = re.sub(r'nonce="[\w-]+"|req_\w+', "", answer.text)
    text = re.sub(r"/dashboard/[\w/.-]*[?]lang", "here", text)
    return answer.status_code, text, sorted(answer.headers)
