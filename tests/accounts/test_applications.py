"""Applications and credentials as the dashboard makes and changes them."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from tests.accounts.office import Office, Someone
from wasl.domain.application import Method, Mode
from wasl.domain.credentials import Kind, digest
from wasl.domain.errors import (
    AccessTokenRejected,
    ApiKeyRejected,
    CredentialNotFound,
    InputRefused,
    PasswordNotConfirmed,
)
from wasl.domain.problem import Problem
from wasl.services.create_application import IssuedApplication
from wasl.services.issue_credential import IssuedCredential
from wasl.storage.credentials import ListedCredential


@pytest.fixture
def application(office: Office, owner: Someone) -> IssuedApplication:
    return office.add_application(owner)


def issue(
    office: Office,
    owner: Someone,
    application: IssuedApplication,
    kind: Kind,
    expires_at: datetime | None = None,
    name: str = "Server",
) -> IssuedCredential:
    return office.run(
        office.services.issue_credential(
            owner.person, application.application_id, kind, name, expires_at, office.now
        )
    )


def authenticate(office: Office, access_token: str, api_key: str) -> UUID:
    caller = office.all_services.authenticate(access_token.encode(), api_key.encode())
    return office.run(caller).application_id


def listed(
    office: Office, owner: Someone, application: IssuedApplication
) -> dict[UUID, ListedCredential]:
    """Those in use first."""
    pages = [
        office.services.list_credentials(owner.person, application.application_id, revoked=revoked)
        for revoked in (False, True)
    ]
    return {one.id: one for page in pages for one in office.run(page).credentials}


def test_a_new_application_works_with_its_first_credentials(
    office: Office, owner: Someone, application: IssuedApplication
) -> None:
    found = authenticate(office, application.access_token, application.api_key)
    assert found == application.application_id
    [entry] = office.audit(owner.account_id, "application.created")
    assert entry["application_id"] == application.application_id
    assert entry["detail"] == {
        "name": "Shop",
        "mode": "test",
        "methods": ["card", "sadad", "edfali"],
    }


def test_an_application_needs_a_name_and_a_method(office: Office, owner: Someone) -> None:
    with pytest.raises(InputRefused) as refused:
        office.run(
            office.services.add_application(
                owner.person, owner.account_id, " ", Mode.TEST, [], office.now
            )
        )
    assert refused.value.problems == {
        "name": Problem.NAME_MISSING,
        "methods": Problem.NO_METHOD,
    }


def test_issued_credentials_work_and_are_listed_without_the_token(
    office: Office, owner: Someone, application: IssuedApplication
) -> None:
    office.pass_time(minutes=1)
    token = issue(office, owner, application, Kind.ACCESS_TOKEN, name="  Web   server ")
    key = issue(office, owner, application, Kind.API_KEY)
    assert authenticate(office, token.value, key.value) == application.application_id
    found = listed(office, owner, application)
    assert len(found) == 4
    assert found[key.credential_id].value == key.value
    shown = found[token.credential_id]
    assert (shown.name, shown.value) == ("Web server", None)
    assert token.value.endswith(shown.hint)
    assert token.value not in str(found)
    assert shown.last_used_at is None
    entries = office.audit(owner.account_id, "credential.issued")
    assert {entry["subject"] for entry in entries} == {
        str(one.credential_id) for one in (token, key)
    }
    assert token.value not in str(entries)


def test_the_last_use_is_shown(
    office: Office, owner: Someone, application: IssuedApplication
) -> None:
    record = office.all_services.record_credential_use
    caller = office.run(
        office.all_services.authenticate(
            application.access_token.encode(), application.api_key.encode()
        )
    )
    record.note(caller.access_token_id, caller.api_key_id)
    office.run(record.flush())
    found = listed(office, owner, application)
    assert all(one.last_used_at is not None for one in found.values())


@pytest.mark.parametrize(
    ("kind", "rejected"),
    [(Kind.ACCESS_TOKEN, AccessTokenRejected), (Kind.API_KEY, ApiKeyRejected)],
)
def test_a_credential_ends_at_its_end_date(
    office: Office,
    owner: Someone,
    application: IssuedApplication,
    kind: Kind,
    rejected: type[Exception],
) -> None:
    # Requests are told by the clock of the machine.
    soon = datetime.now(UTC) + timedelta(hours=1)
    issued = issue(office, owner, application, kind, soon)
    token = issued.value if kind is Kind.ACCESS_TOKEN else application.access_token
    key = issued.value if kind is Kind.API_KEY else application.api_key
    assert authenticate(office, token, key)
    assert listed(office, owner, application)[issued.credential_id].expires_at == soon
    office.execute(
        "UPDATE credentials SET expires_at = now() - interval '1 s' WHERE id = $1",
        issued.credential_id,
    )
    with pytest.raises(rejected):
        authenticate(office, token, key)


def test_an_end_date_lies_ahead_and_a_name_is_needed(
    office: Office, owner: Someone, application: IssuedApplication
) -> None:
    with pytest.raises(InputRefused) as refused:
        issue(office, owner, application, Kind.API_KEY, office.now, name="")
    assert refused.value.problems == {
        "name": Problem.NAME_MISSING,
        "expires_at": Problem.END_NOT_AHEAD,
    }


def test_the_password_is_asked_for_before_a_credential_is_issued(
    office: Office, owner: Someone, application: IssuedApplication
) -> None:
    office.pass_time(minutes=10)
    with pytest.raises(PasswordNotConfirmed):
        issue(office, owner, application, Kind.ACCESS_TOKEN)
    assert len(listed(office, owner, application)) == 2


def test_a_revoked_credential_stops_working_and_stays_in_the_list(
    office: Office, owner: Someone, application: IssuedApplication
) -> None:
    token = issue(office, owner, application, Kind.ACCESS_TOKEN)
    revoke = office.all_services.revoke_credential

    def by_id() -> None:
        office.run(
            revoke.by_id(owner.person, application.application_id, token.credential_id, office.now)
        )

    by_id()
    with pytest.raises(AccessTokenRejected):
        authenticate(office, token.value, application.api_key)
    found = listed(office, owner, application)
    assert found[token.credential_id].revoked_at == office.now
    assert list(found)[-1] == token.credential_id
    with pytest.raises(CredentialNotFound):
        by_id()
    [entry] = office.audit(owner.account_id, "credential.revoked")
    assert (entry["actor"], entry["address"]) == (owner.email, owner.person.address)
    assert entry["detail"] == {"kind": "access_token", "name": "Server", "hint": token.value[-4:]}


def test_revoking_by_value_is_in_the_audit_log_too(
    office: Office, owner: Someone, application: IssuedApplication
) -> None:
    revoke = office.all_services.revoke_credential
    office.run(revoke(application.access_token, office.now, "operator:root"))
    [entry] = office.audit(owner.account_id, "credential.revoked")
    assert entry["actor"] == "operator:root"
    assert application.access_token not in str(entry)


def test_renaming_and_switching_methods_are_in_the_audit_log(
    office: Office, owner: Someone, application: IssuedApplication
) -> None:
    id_ = application.application_id
    office.run(office.services.rename_application(owner.person, id_, " New  name ", office.now))
    methods = [Method.SADAD, Method.CARD, Method.SADAD]
    office.run(office.services.set_methods(owner.person, id_, methods, office.now))
    [row] = office.fetch("SELECT name, methods FROM applications WHERE id = $1", id_)
    assert (row["name"], row["methods"]) == ("New name", ["sadad", "card"])
    [renamed] = office.audit(owner.account_id, "application.renamed")
    assert renamed["detail"] == {"before": "Shop", "after": "New name"}
    [switched] = office.audit(owner.account_id, "application.methods_set")
    assert switched["detail"] == {
        "before": ["card", "sadad", "edfali"],
        "after": ["sadad", "card"],
    }
    with pytest.raises(InputRefused):
        office.run(office.services.set_methods(owner.person, id_, [], office.now))
    with pytest.raises(InputRefused):
        office.run(office.services.rename_application(owner.person, id_, "", office.now))


def test_the_digest_alone_of_a_token_is_stored(
    office: Office, owner: Someone, application: IssuedApplication
) -> None:
    token = issue(office, owner, application, Kind.ACCESS_TOKEN)
    [row] = office.fetch("SELECT * FROM credentials WHERE id = $1", token.credential_id)
    assert row["digest"] == digest(token.value)
    assert token.value not in str(row)
