import pytest

from wasl.domain.password import problem_with_password, same_however_typed
from wasl.domain.problem import Problem

EMAIL = "salma.ali@shop.example"


@pytest.mark.parametrize(
    ("password", "problem"),
    [
        ("", Problem.PASSWORD_TOO_SHORT),
        ("ninechars", Problem.PASSWORD_TOO_SHORT),
        ("ten chars!", None),
        ("x1" * 63 + "ab", None),
        ("x1" * 64 + "a", Problem.PASSWORD_TOO_LONG),
        ("سلمى تحب البحر", None),
        (EMAIL, Problem.PASSWORD_IS_EMAIL),
        (EMAIL.upper(), Problem.PASSWORD_IS_EMAIL),
        (f"{EMAIL}1", Problem.PASSWORD_IS_EMAIL),
        ("Password123", Problem.PASSWORD_TOO_COMMON),
        ("QWERTYUIOP", Problem.PASSWORD_TOO_COMMON),
        ("1234567890", Problem.PASSWORD_TOO_COMMON),
        ("aaaaaaaaaaaaaa", Problem.PASSWORD_TOO_COMMON),
        ("abababababab", Problem.PASSWORD_TOO_COMMON),
        ("a camel in the rain", None),
    ],
)
def test_a_password_is_long_and_not_the_first_that_comes_to_mind(
    password: str, problem: Problem | None
) -> None:
    assert problem_with_password(password, EMAIL) == problem


def test_the_part_before_the_at_sign_is_no_password() -> None:
    problem = problem_with_password("Long.Name.Of.Salma", "long.name.of.salma@shop.example")
    assert problem == Problem.PASSWORD_IS_EMAIL


def test_one_password_is_written_in_several_ways() -> None:
    assert same_however_typed("cafe\u0301") == same_however_typed("caf\u00e9")
    assert same_however_typed("ｆｕｌｌ") == "full"
    assert same_however_typed("Camel") != same_however_typed("camel")
