"""What a new user must bring, and how they are written down."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from wasl.domain.email import is_email, spelled_once
from wasl.domain.errors import InputRefused
from wasl.domain.name import problem_with_name, tidy_name
from wasl.domain.password import problem_with_password, same_however_typed
from wasl.domain.payment_intent import new_uuid
from wasl.domain.problem import Problem
from wasl.storage import users
from wasl.storage.pool import Connection
from wasl.storage.users import User


class NewUser(NamedTuple):
    """As typed."""

    email: str
    name: str
    password: str
    language: str


def checked(new: NewUser, **names: str) -> NewUser:
    """Tidied; raises `InputRefused` with every problem at once, those of other names too."""
    email = spelled_once(new.email)
    # What is no address is one mistake, not two: a password may well hold a single letter of it.
    address = email if is_email(email) else ""
    tidy = new._replace(email=email, name=tidy_name(new.name))
    refuse_problems(
        {
            "email": None if address else Problem.EMAIL_MALFORMED,
            "name": problem_with_name(tidy.name),
            "password": problem_with_password(same_however_typed(new.password), address),
            **{field: problem_with_name(tidy_name(name)) for field, name in names.items()},
        }
    )
    return tidy


def refuse_problems(found: Mapping[str, Problem | None]) -> None:
    problems = {field: problem for field, problem in found.items() if problem is not None}
    if problems:
        raise InputRefused(problems)


async def insert_user(
    connection: Connection, new: NewUser, password_hash: str, now: datetime
) -> UUID:
    user = User(
        id=new_uuid(now),
        email=new.email,
        name=new.name,
        language=new.language,
        password_hash=password_hash,
        totp_secret_encrypted=None,
        totp_confirmed_at=None,
        totp_last_step=None,
        created_at=now,
    )
    await users.insert(connection, user)
    return user.id
