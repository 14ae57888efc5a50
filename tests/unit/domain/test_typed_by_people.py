"""Addresses, names and recovery codes, as people type them."""

import re

import pytest

from wasl.domain.email import is_email, spelled_once
from wasl.domain.name import NAME_MAX_CHARS, problem_with_name, tidy_name
from wasl.domain.problem import Problem
from wasl.domain.secret_token import new_recovery_codes, new_token, tidy_recovery_code


@pytest.mark.parametrize(
    "email", ["a@b.ly", "salma.ali+shop@mail.shop.example", "o'neil@x-y.example", "1@2.ly"]
)
def test_addresses_are_taken(email: str) -> None:
    assert is_email(email)


@pytest.mark.parametrize(
    "email",
    [
        *("", "a", "a@b", "@b.ly", "a@", "a@b..ly", "a@.ly", "a b@c.ly", "a@b.ly\n", "a@b@c.ly"),
        *("a@b.ly,c@d.ly", "a\0@b.ly", "سلمى@shop.example", "x" * 65 + "@b.ly", "a@" + "b." * 130),
        *("A@b.ly\r\nBcc: c@d.ly", "a@b.ly>", "x,victim@example.com", "a<b>@example.com"),
        *('"@example.com', '"a b"@example.com', "a(b)@example.com", "a:b;@example.com"),
        *("a\\b@example.com", "[a]@example.com", ".a@example.com", "a.@example.com"),
        *("a..b@example.com", "a@-b.ly", "a@b-.ly", "a@[192.0.2.1]", "a@" + "b" * 64 + ".ly"),
    ],
)
def test_what_is_no_address_is_not(email: str) -> None:
    assert not is_email(email)


def test_an_address_has_one_spelling() -> None:
    assert spelled_once("  Salma@Shop.Example\t") == "salma@shop.example"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("سلمى", None),
        ("x" * NAME_MAX_CHARS, None),
        ("", Problem.NAME_MISSING),
        ("x" * (NAME_MAX_CHARS + 1), Problem.NAME_TOO_LONG),
        ("a\0b", Problem.NAME_UNREADABLE),
        ("a\x1bb", Problem.NAME_UNREADABLE),
        ("a\ud800", Problem.NAME_UNREADABLE),
        ("Salma 👩‍💻 (كتب) №1", None),
        ("می\u200cخواهم", None),
        ("?", None),
        ("\u202eamlaS", Problem.NAME_UNREADABLE),
        ("Salma\u2066", Problem.NAME_UNREADABLE),
        ("Salma\u200f", Problem.NAME_UNREADABLE),
        ("Salma\u061c", Problem.NAME_UNREADABLE),
        ("Sal\u200bma", Problem.NAME_UNREADABLE),
        ("\ufeffSalma", Problem.NAME_UNREADABLE),
        ("\u200b", Problem.NAME_UNREADABLE),
        ("\u200d", Problem.NAME_UNREADABLE),
        ("\u3164", Problem.NAME_UNREADABLE),
        ("\u2800 \u2800", Problem.NAME_UNREADABLE),
        ("\u034f\ufe0f", Problem.NAME_UNREADABLE),
    ],
)
def test_a_name_is_something_readable(name: str, problem: Problem | None) -> None:
    assert problem_with_name(tidy_name(name)) == problem


def test_a_name_is_one_line_without_spaces_around_it() -> None:
    assert tidy_name("  Salma \r\n  Ali ") == "Salma Ali"


def test_a_token_is_its_prefix_and_256_random_bits() -> None:
    made = {new_token("ses_") for _ in range(1000)}
    assert len(made) == 1000
    assert all(re.fullmatch(r"ses_[A-Za-z0-9_-]{43}", token) for token in made)


def test_recovery_codes_are_ten_different_ones_that_are_easy_to_copy() -> None:
    codes = new_recovery_codes()
    assert len(set(codes)) == 10
    for code in codes:
        assert re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}", code)
        assert tidy_recovery_code(code) == code
        assert tidy_recovery_code(f" {code.lower().replace('-', '')} ") == code
    assert tidy_recovery_code("oil0 0000 0000 0000") == "0110-0000-0000-0000"
