"""Arrays of uuids as one text, for statements that take many: `$1::text::uuid[]`.

The driver would look at each element of an array for arrays inside.
"""

from collections.abc import Iterable
from uuid import UUID


def uuid_text(uuids: Iterable[UUID | str]) -> str:
    return "{" + ",".join(map(str, uuids)) + "}"
