"""After everything people do: no password, token, code or secret in any table or log line."""

import traceback

import pyotp
import pytest

from tests.accounts.office import PASSWORD, Office, token_of
from tests.support.postgres import Postgres
from wasl.domain.access import Role
from wasl.domain.credentials import Kind
from wasl.domain.errors import WaslError
from wasl.log import redact
from wasl.services.sign_in import SecondStepNeeded
from wasl.services.start_session import SignedIn

WRONG_PASSWORD = "a guess nobody should read"
NEW_PASSWORD = "a donkey in the sun"


def everything_stored(office: Office) -> str:
    tables = office.fetch(
        "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public'"
    )
    rows = [
        row[0]
        for (table,) in tables
        for row in office.fetch(f"SELECT row_to_json(t)::text FROM {table} t")
    ]
    return "\n".join(rows)


class Day:
    """Does everything once, and keeps what must be found nowhere."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self.secrets = [PASSWORD, WRONG_PASSWORD, NEW_PASSWORD]
        self.errors: list[str] = []

    def live_through(self) -> None:
        office, services = self._office, self._office.services
        owner = office.sign_up()
        member = office.join(owner, Role.DEVELOPER)
        self.secrets += [owner.token, member.token, office.invite(owner, office.new_email())]
        self._refused(owner.email)
        application = office.add_application(owner)
        self.secrets += [application.access_token, application.webhook_secret]
        issued = services.issue_credential(
            owner.person, application.application_id, Kind.ACCESS_TOKEN, "A", None, office.now
        )
        self.secrets.append(office.run(issued).value)
        link = office.run(services.help_with_sign_in(member.email, False, "operator", office.now))
        self.secrets.append(token_of(link))
        totp = office.run(services.set_up_totp(owner.person, office.now))
        code = pyotp.TOTP(totp.secret).at(office.now)
        recovery = office.run(services.confirm_totp(owner.person, code, office.now)).recovery_codes
        self.secrets += [totp.secret, *recovery]
        needed = office.sign_in(owner.email)
        assert isinstance(needed, SecondStepNeeded)
        done = office.run(
            services.complete_sign_in(
                needed.token, recovery[0], office.new_browser(), None, office.now
            )
        )
        assert isinstance(done, SignedIn)
        self.secrets += [needed.token, done.token]
        office.run(services.change_password(owner.person, PASSWORD, NEW_PASSWORD, office.now))

    def _refused(self, email: str) -> None:
        office = self._office
        for attempt in (
            office.services.sign_in(email, WRONG_PASSWORD, office.new_browser(), None, office.now),
            office.services.reset_password(
                "rst_unknown", WRONG_PASSWORD, office.new_browser(), office.now
            ),
        ):
            try:
                office.run(attempt)
            except WaslError as error:
                self.errors += traceback.format_exception(error)


def test_no_secret_is_stored_logged_or_told(
    postgres: Postgres, capfd: pytest.CaptureFixture[str]
) -> None:
    office = Office(postgres.new_migrated_database(), log_level="debug")
    day = Day(office)
    day.live_through()
    stored = everything_stored(office)
    office.close()
    logged = capfd.readouterr()
    assert "user.totp_turned_on" in stored
    assert len(day.secrets) > 20
    assert day.errors
    for text in (stored, logged.out, logged.err, "\n".join(day.errors)):
        found = [
            secret
            for secret in day.secrets
            if secret.lower() in text.lower() or secret.encode().hex() in text.lower()
        ]
        assert found == []


@pytest.mark.parametrize("prefix", ["ses_", "stp_", "inv_", "rst_"])
def test_the_log_leaves_our_tokens_out(prefix: str) -> None:
    token = prefix + "x" * 43
    told = redact(None, "info", {"path": f"/dashboard/invitations/{token}", "token": token})
    assert token not in str(told)
    assert told["path"] == f"/dashboard/invitations/{prefix}[redacted]"
