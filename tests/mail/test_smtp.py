"""Letters over real SMTP: what arrives, and what is not sent at all."""

import asyncio
import re
import ssl
from pathlib import Path

import pytest

from tests.support.certificate import certified
from tests.support.smtp_server import MailServer, mail_server
from wasl.mail import smtp
from wasl.mail.letters import Letter, invitation_letter, password_reset_letter
from wasl.mail.smtp import MailNotSent, SmtpMail

SENDER = "Wasl <wasl@pay.example>"
LETTER = Letter("salma@shop.example", "دعوة إلى متجر", "مرحبا\n\nhttps://pay.example/x\n.\nend\n")


def send(url: str, letter: Letter = LETTER, tls: ssl.SSLContext | None = None) -> None:
    asyncio.run(SmtpMail(url, SENDER, tls).send(letter))


def address(server: MailServer, scheme: str = "smtp", login: str = "") -> str:
    return f"{scheme}://{login}localhost:{server.port}"


def test_a_letter_arrives_as_it_was_written() -> None:
    with mail_server() as server:
        send(address(server))
    [letter] = server.received
    assert server.recipients == ["salma@shop.example"]
    assert (letter["To"], letter["Subject"]) == ("salma@shop.example", "دعوة إلى متجر")
    assert letter["From"] == SENDER
    assert letter["Message-ID"].endswith("@pay.example>")
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["Date"]
    assert letter.get_content().splitlines() == LETTER.body.splitlines()


def test_the_password_of_the_server_may_hold_any_character() -> None:
    with mail_server() as server:
        send(address(server, login="wasl%40pay:p%2Fw%3A%40d@"))
    assert server.logins == [("wasl@pay", "p/w:@d")]


def test_smtps_speaks_tls_from_the_start(tmp_path: Path) -> None:
    for_server, for_client = certified(tmp_path)
    with mail_server(tls=for_server) as server:
        send(address(server, "smtps"), tls=for_client)
        with pytest.raises(MailNotSent):
            send(address(server, "smtps"))
    assert server.sealed == [True]


def test_smtp_turns_to_tls_before_it_says_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp, "_is_this_machine", lambda host: False)
    for_server, for_client = certified(tmp_path)
    with mail_server(starttls=for_server) as server:
        send(address(server, login="wasl:secret@"), tls=for_client)
    assert server.sealed == [True]
    assert server.logins == [("wasl", "secret")]


def test_a_server_elsewhere_that_offers_no_tls_gets_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(smtp, "_is_this_machine", lambda host: False)
    with mail_server() as server, pytest.raises(MailNotSent):
        send(address(server, login="wasl:secret@"))
    assert (server.received, server.logins) == ([], [])


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("10.0.0.1", False),
        ("mail.example", False),
        ("localhost.example", False),
        ("", False),
    ],
)
def test_only_this_machine_is_trusted_without_tls(host: str, here: bool) -> None:
    assert smtp._is_this_machine(host) is here


def test_a_refusal_is_told_without_what_was_said() -> None:
    with mail_server(refuses=True) as server, pytest.raises(MailNotSent) as refused:
        send(address(server))
    assert "salma" not in str(refused.value)


def test_a_server_that_is_away_is_told() -> None:
    with mail_server() as server:
        url = address(server)
    with pytest.raises(MailNotSent):
        send(url)


@pytest.mark.parametrize("subject", ["Hello\r\nBcc: all@x.example", "Hello\nX: y"])
def test_a_subject_cannot_forge_a_header(subject: str) -> None:
    with mail_server() as server, pytest.raises(MailNotSent):
        send(address(server), LETTER._replace(subject=subject))
    assert server.received == []


@pytest.mark.parametrize(("language", "script"), [("ar", "[ء-ي]"), ("en", "[A-Za-z]")])
def test_letters_are_written_in_both_languages(language: str, script: str) -> None:
    link = "https://pay.example/dashboard/invitations/inv_x"
    letters = [
        invitation_letter("a@b.example", language, inviter="x@y.z", account="{متجر}", link=link),
        password_reset_letter("a@b.example", language, link),
    ]
    for letter in letters:
        assert letter.to == "a@b.example"
        assert link in letter.body
        assert re.search(script, letter.subject)
        assert re.search(script, letter.body.replace(link, ""))
    assert "{متجر}" in letters[0].subject
