"""Invitations and new passwords by mail, over real SMTP."""

import re
from collections.abc import Iterator

import pytest

from tests.accounts.office import PASSWORD, START, Office, token_of
from tests.support.postgres import Postgres
from tests.support.smtp_server import MailServer, mail_server
from wasl.domain.access import Role

LINK = re.compile(r"https://\S+")


@pytest.fixture(scope="module")
def server() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


@pytest.fixture(scope="module")
def mailing(postgres: Postgres, server: MailServer) -> Iterator[Office]:
    office = Office(
        postgres.new_migrated_database(),
        smtp_url=f"smtp://127.0.0.1:{server.port}",
        mail_from="wasl@pay.example",
    )
    yield office
    office.close()


@pytest.fixture
def office(mailing: Office, server: MailServer) -> Office:
    mailing.now = START
    server.received.clear()
    server.recipients.clear()
    return mailing


def ask(office: Office, email: str) -> bool:
    """Answered, and whatever is sent has left."""
    address = office.new_browser().address
    answer = office.run(office.services.request_password_reset(email, address, office.now))
    office.run(office.services.request_password_reset.finish())
    return answer


def test_an_invitation_arrives_and_its_link_is_the_one_that_was_shown(
    office: Office, server: MailServer
) -> None:
    owner = office.sign_up()
    email = office.new_email()
    invited = office.run(
        office.services.invite_member(
            owner.person, owner.account_id, email, Role.VIEWER, "en", office.now
        )
    )
    assert invited.mailed
    assert server.recipients == [email]
    assert LINK.findall(server.text()) == [invited.link]
    assert f"Shop of {owner.email}" in server.text()
    assert owner.email in server.text()


def test_a_new_password_by_mail(office: Office, server: MailServer) -> None:
    someone = office.sign_up()
    assert ask(office, someone.email.upper()) is True
    assert server.recipients == [someone.email]
    assert "كلمة مرور" in server.received[0]["Subject"]
    [link] = LINK.findall(server.text())
    reset = office.services.reset_password(
        token_of(link), "another password", office.new_browser(), office.now
    )
    office.run(reset)
    assert office.signed_in(someone.email, "another password")


@pytest.mark.parametrize(
    "nobody", ["nobody@shop.example", "no address", "سالم@shop.example", "a\0b@shop.example"]
)
def test_an_unknown_address_gets_the_same_answer_and_no_letter(
    office: Office, server: MailServer, nobody: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert ask(office, nobody) is True
    assert server.received == []
    assert "password_reset_failed" not in "".join(capfd.readouterr())


def test_the_answer_does_not_wait_for_the_letter(office: Office, server: MailServer) -> None:
    someone = office.sign_up()
    asked = office.services.request_password_reset(someone.email, "192.0.2.1", office.now)
    assert office.run(asked) is True
    assert office.services.request_password_reset._under_way
    assert server.received == []
    office.run(office.services.request_password_reset.finish())
    assert len(server.received) == 1


def test_a_mail_server_that_refuses_leaves_the_link_to_be_handed_over(
    postgres: Postgres, capfd: pytest.CaptureFixture[str]
) -> None:
    with mail_server(refuses=True) as refusing:
        office = Office(
            postgres.new_migrated_database(),
            smtp_url=f"smtp://127.0.0.1:{refusing.port}",
            mail_from="wasl@pay.example",
        )
        owner = office.sign_up()
        invited = office.run(
            office.services.invite_member(
                owner.person, owner.account_id, "new@shop.example", Role.VIEWER, "ar", office.now
            )
        )
        assert not invited.mailed
        assert office.run(office.services.view_invitation(token_of(invited.link), office.now))
        assert ask(office, owner.email) is True
        assert office.sign_in(owner.email, PASSWORD)
        office.close()
    logged = capfd.readouterr()
    assert "mail_not_sent" in logged.out + logged.err
    assert token_of(invited.link) not in logged.out + logged.err
