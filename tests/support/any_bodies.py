"""Bodies of create requests of every kind, and of everything that can be wrong with one."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.support.bodies import unique_reference

ANY = st.characters(exclude_categories=["Cs"], exclude_characters="\x00")
LOCAL = st.sampled_from("وصل ليبيا ٠١٢ أهلاً\u200f👕🇱🇾é\u0301\u2028\"\\/<>'")
CHARACTERS = ANY | LOCAL


def text(max_size: int, min_size: int = 0) -> SearchStrategy[str]:
    return st.text(CHARACTERS, min_size=min_size, max_size=max_size)


# Each reference ends in something unique, so that every example makes an intent.
REFERENCES = text(200).map(lambda start: start + unique_reference())
OFFSETS = st.none() | st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m)))


@st.composite
def expiries(draw: st.DrawFn) -> str:
    ahead_s = draw(st.integers(400, 30 * 86_400))
    at = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=ahead_s)
    at += timedelta(microseconds=draw(st.integers(0, 999_999) | st.just(0)))
    zone = draw(OFFSETS)
    if zone is None:
        return at.isoformat().replace("+00:00", draw(st.sampled_from(["Z", "", "z"])))
    return at.astimezone(zone).isoformat(draw(st.sampled_from("T ")))


URLS = st.builds(
    "{}://{}{}{}".format,
    st.sampled_from(["http", "https"]),
    st.sampled_from(["shop.example", "localhost", "متجر.example", "127.0.0.1", "[::1]"]),
    st.sampled_from(["", ":8080", ":1"]),
    st.sampled_from(["", "/", "/orders/٧?id=7&x=%20#done", "?a=b", "#c"]),
)
REQUIRED: dict[str, SearchStrategy[Any]] = {
    "merchant_reference": REFERENCES,
    "amount": st.integers(1_000, 1_000_000_000),
    "currency": st.just("LYD"),
}
OPTIONAL: dict[str, SearchStrategy[Any]] = {
    "customer": st.none() | st.fixed_dictionaries({"external_id": st.none() | text(300)}),
    "description": st.none() | text(2_000),
    "return_url": st.none() | URLS,
    "metadata": st.none() | st.dictionaries(text(40), text(255), max_size=20),
    "expires_at": st.none() | expiries(),
}
VALID = st.fixed_dictionaries(REQUIRED, optional=OPTIONAL)

UNSTORABLE = st.sampled_from(["\x00", "\ud800", "\udfff"])
BAD_TEXT = st.tuples(text(20), UNSTORABLE, text(20)).map("".join)
NO_TEXT: SearchStrategy[Any] = st.sampled_from([0, 1.5, True, [], ["a"], {}])
BROKEN: dict[str, SearchStrategy[Any]] = {
    "merchant_reference": NO_TEXT | BAD_TEXT | text(300, 256) | st.sampled_from(["", " ", "\n\t"]),
    "amount": (
        st.integers(max_value=999)
        | st.integers(min_value=1_000_000_001)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.sampled_from(["1000", True, False, None, [], {}])
    ),
    "currency": NO_TEXT | BAD_TEXT | text(5).filter(lambda t: t != "LYD"),
    "customer": st.sampled_from(["7", 7, True, []])
    | st.fixed_dictionaries({"external_id": NO_TEXT | BAD_TEXT}),
    "description": NO_TEXT | BAD_TEXT,
    "return_url": NO_TEXT | BAD_TEXT | text(50).map(lambda t: f"shop.example/{t}"),
    "metadata": st.sampled_from(["a", 7, True, []])
    | st.dictionaries(text(40), NO_TEXT | BAD_TEXT | text(300, 256), min_size=1, max_size=5)
    | st.dictionaries(BAD_TEXT | text(60, 41), text(5), min_size=1, max_size=5)
    | st.dictionaries(text(40), text(5), min_size=21, max_size=30),
    "expires_at": NO_TEXT | BAD_TEXT | text(30).map(lambda t: f"at {t}"),
}
