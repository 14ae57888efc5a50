"""What a password must be: long, and not the first that comes to mind."""

import unicodedata
from typing import Final

from wasl.domain.problem import Problem

MIN_CHARS: Final = 10
MAX_CHARS: Final = 128

# Those that lists of leaked passwords begin with, as far as they are long enough to be tried.
_COMMON_WORDS: Final = """
    0123456789 01234567890 0987654321 1029384756 1111111111 11111111111 111222333444 1122334455
    112233445566 123123123123 1231231234 123456123456 1234567890 12345678900 12345678901
    123456789012 1234567891 12345678910 123456789123 123456789a 1234567899 123456789q 1234554321
    123qwe123qwe 123qweasdzxc 147258369147 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 2222222222
    9876543210 9999999999 aaaaaaaaaa abc123456789 abcd123456 abcd12345678 abcdefghij administrator
    asdfghjkl1 asdfghjkl123 assalamualaikum bismillah1 bismillah123 changeme123 football123
    helloworld iloveyou12 iloveyou123 letmein123 letmein1234 libya12345 libya123456 liverpool1
    mypassword mypassword1 p@ssw0rd12 p@ssw0rd123 passw0rd12 passw0rd123 password01 password10
    password11 password12 password123 password1234 password12345 password123456 password@123
    passwordpassword q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedcrfv qwer123456 qwerty1234 qwerty12345
    qwerty123456 qwertyuiop qwertyuiop1 qwertyuiop123 qwertyuiop[] superman123 tripoli123
    tripoli2020 welcome123 welcome1234 zaq12wsxcde3 zxcvbnm123 zxcvbnm1234
"""
_COMMON: Final = frozenset(_COMMON_WORDS.split())


def same_however_typed(password: str) -> str:
    """Keyboards write the same character in several ways; all of them are the same password."""
    return unicodedata.normalize("NFKC", password)


def problem_with_password(password: str, email: str) -> Problem | None:
    """`password` is the same however typed; `email` is spelled once."""
    if len(password) < MIN_CHARS:
        return Problem.PASSWORD_TOO_SHORT
    if len(password) > MAX_CHARS:
        return Problem.PASSWORD_TOO_LONG
    folded = password.casefold()
    if email and (email in folded or folded == email.partition("@")[0]):
        return Problem.PASSWORD_IS_EMAIL
    if folded in _COMMON or len(set(folded)) <= 2:
        return Problem.PASSWORD_TOO_COMMON
    return None
