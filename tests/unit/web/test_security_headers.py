"""What pages forbid."""

from wasl.web.security_headers import page_headers, with_https


def policy(lightbox_url: str | None = None) -> dict[str, str]:
    text = dict(page_headers("abc", lightbox_url))[b"content-security-policy"].decode()
    return {name: value for name, _, value in (part.partition(" ") for part in text.split("; "))}


def test_a_page_runs_nothing_but_our_own() -> None:
    assert policy()["default-src"] == "'none'"
    assert policy()["script-src"] == "'nonce-abc'"
    assert policy()["frame-src"] == "'none'"
    assert policy()["frame-ancestors"] == "'none'"
    assert policy()["base-uri"] == "'none'"
    assert policy()["form-action"] == "'self'"
    assert not any("unsafe" in value or "*" in value for value in policy().values())


def test_the_lightbox_is_let_in_by_its_origin_and_by_nothing_more() -> None:
    opened = policy("https://npg.moamalat.net:6006/js/lightbox.js")
    changed = {name for name in opened if opened[name] != policy()[name]}
    assert changed == {"script-src", "style-src", "img-src", "connect-src", "frame-src"}
    assert opened["script-src"] == "'nonce-abc' https://npg.moamalat.net:6006"
    assert opened["frame-src"] == "https://npg.moamalat.net:6006"


def test_pages_are_neither_stored_nor_framed_and_tell_no_other_host() -> None:
    headers = dict(page_headers("abc"))
    assert headers[b"cache-control"] == b"no-store"
    assert headers[b"x-frame-options"] == b"DENY"
    assert headers[b"referrer-policy"] == b"same-origin"


def test_https_is_insisted_on_where_it_is_spoken() -> None:
    assert b"strict-transport-security" in dict(with_https(page_headers("abc"), https=True))
    assert b"strict-transport-security" not in dict(with_https(page_headers("abc"), https=False))
