"""Every service that looks at or changes an account, for every role, and for a stranger.

Whoever is no member gets the same answer whether or not what they ask for exists.
"""

from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple
from uuid import UUID

import pytest

from tests.accounts.office import Office, Someone
from wasl.account_services import AccountServices
from wasl.domain.access import Permission, Role
from wasl.domain.application import Method, Mode
from wasl.domain.credentials import Kind
from wasl.domain.errors import (
    AccountNotFound,
    ApplicationNotFound,
    CredentialNotFound,
    InvitationNotFound,
    MemberNotFound,
    NotPermitted,
    WaslError,
)
from wasl.domain.payment_intent import new_uuid
from wasl.domain.person import Person

OWNER, DEVELOPER, VIEWER = Role.OWNER, Role.DEVELOPER, Role.VIEWER


class Ids(NamedTuple):
    """What an account holds."""

    account_id: UUID
    application_id: UUID
    credential_id: UUID
    invitation_id: UUID
    member_id: UUID


class Case(NamedTuple):
    call: Callable[[Office, Person, Ids], Coroutine[Any, Any, Any]]
    allowed: set[Role]
    not_found: type[WaslError]


CASES = {
    "open_account": Case(
        lambda o, p, i: o.services.open_account(p.user_id, i.account_id, Permission.READ_PAYMENTS),
        {OWNER, DEVELOPER, VIEWER},
        AccountNotFound,
    ),
    "open_application": Case(
        lambda o, p, i: o.services.open_application(
            p.user_id, i.application_id, Permission.READ_PAYMENTS
        ),
        {OWNER, DEVELOPER, VIEWER},
        ApplicationNotFound,
    ),
    "list_members": Case(
        lambda o, p, i: o.services.list_members(p, i.account_id, o.now),
        {OWNER, DEVELOPER},
        AccountNotFound,
    ),
    "list_audit_log": Case(
        lambda o, p, i: o.services.list_audit_log(p, i.account_id, None, 10),
        {OWNER, DEVELOPER},
        AccountNotFound,
    ),
    "list_credentials": Case(
        lambda o, p, i: o.services.list_credentials(p, i.application_id),
        {OWNER, DEVELOPER},
        ApplicationNotFound,
    ),
    "issue_credential": Case(
        lambda o, p, i: o.services.issue_credential(
            p, i.application_id, Kind.ACCESS_TOKEN, "Server", None, o.now
        ),
        {OWNER, DEVELOPER},
        ApplicationNotFound,
    ),
    "revoke_credential": Case(
        lambda o, p, i: o.all_services.revoke_credential.by_id(
            p, i.application_id, i.credential_id, o.now
        ),
        {OWNER, DEVELOPER},
        ApplicationNotFound,
    ),
    "add_application": Case(
        lambda o, p, i: o.services.add_application(
            p, i.account_id, "Second shop", Mode.TEST, [Method.CARD], o.now
        ),
        {OWNER},
        AccountNotFound,
    ),
    "rename_application": Case(
        lambda o, p, i: o.services.rename_application(p, i.application_id, "New name", o.now),
        {OWNER},
        ApplicationNotFound,
    ),
    "set_methods": Case(
        lambda o, p, i: o.services.set_methods(p, i.application_id, [Method.SADAD], o.now),
        {OWNER},
        ApplicationNotFound,
    ),
    "invite_member": Case(
        lambda o, p, i: o.services.invite_member(
            p, i.account_id, o.new_email(), VIEWER, "ar", o.now
        ),
        {OWNER},
        AccountNotFound,
    ),
    "withdraw_invitation": Case(
        lambda o, p, i: o.services.withdraw_invitation(p, i.account_id, i.invitation_id, o.now),
        {OWNER},
        AccountNotFound,
    ),
    "change_role": Case(
        lambda o, p, i: o.services.change_role(p, i.account_id, i.member_id, DEVELOPER, o.now),
        {OWNER},
        AccountNotFound,
    ),
    "remove_member": Case(
        lambda o, p, i: o.services.remove_member(p, i.account_id, i.member_id, o.now),
        {OWNER},
        AccountNotFound,
    ),
}

# These take no id of an account or an application: they begin with the person, or with a secret.
WITHOUT_TENANT = {
    *("sign_up", "sign_in", "complete_sign_in", "recognise_session", "sign_out"),
    *("sign_out_everywhere", "list_sessions", "confirm_password", "change_password"),
    *("change_profile", "set_up_totp", "confirm_totp", "turn_off_totp"),
    *("request_password_reset", "reset_password", "view_invitation", "accept_invitation"),
    *("list_accounts_of", "list_applications_of", "add_account", "count_recovery_codes"),
}
OPERATOR_ONLY = {"create_owner", "help_with_sign_in"}


class House(NamedTuple):
    members: dict[Role, Someone]
    ids: Ids


@pytest.fixture
def house(office: Office) -> House:
    return new_house(office)


def new_house(office: Office) -> House:
    owner = office.sign_up()
    members = {OWNER: owner} | {role: office.join(owner, role) for role in (DEVELOPER, VIEWER)}
    issued = office.add_application(owner)
    page = office.run(office.services.list_credentials(owner.person, issued.application_id))
    listed = page.credentials
    invited = office.services.invite_member(
        owner.person, owner.account_id, office.new_email(), VIEWER, "ar", office.now
    )
    return House(
        members,
        Ids(
            owner.account_id,
            issued.application_id,
            listed[0].id,
            office.run(invited).invitation_id,
            office.join(owner, VIEWER).user_id,
        ),
    )


def everything(office: Office, ids: Ids) -> str:
    """All that is stored of an account."""
    owned = {
        "memberships": "account_id = $1",
        "invitations": "account_id = $1",
        "applications": "account_id = $1",
        "audit_log": "account_id = $1",
        "credentials": "application_id IN (SELECT id FROM applications WHERE account_id = $1)",
    }
    return "\n".join(
        str(office.fetch(f"SELECT * FROM {table} WHERE {of} ORDER BY 1, 2", ids.account_id))
        for table, of in owned.items()
    )


def test_every_service_is_in_one_of_these_lists() -> None:
    named = {*CASES, *WITHOUT_TENANT, *OPERATOR_ONLY} - {"revoke_credential"}
    assert named == set(AccountServices.__dataclass_fields__)


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("name", CASES)
def test_a_role_may_do_what_it_may_and_nothing_else(
    office: Office, house: House, name: str, role: Role
) -> None:
    case = CASES[name]
    before = everything(office, house.ids)
    call = case.call(office, house.members[role].person, house.ids)
    if role in case.allowed:
        office.run(call)
    else:
        with pytest.raises(NotPermitted):
            office.run(call)
        assert everything(office, house.ids) == before


@pytest.mark.parametrize("name", CASES)
def test_a_stranger_learns_nothing_and_changes_nothing(
    office: Office, house: House, name: str
) -> None:
    case = CASES[name]
    stranger = office.sign_up()
    before = everything(office, house.ids)
    with pytest.raises(case.not_found) as of_another:
        office.run(case.call(office, stranger.person, house.ids))
    nothing = Ids(*(new_uuid(office.now) for _ in Ids._fields))
    with pytest.raises(case.not_found) as of_nobody:
        office.run(case.call(office, stranger.person, nothing))
    assert str(of_another.value) == str(of_nobody.value)
    assert everything(office, house.ids) == before


@pytest.mark.parametrize(
    ("name", "foreign", "not_found"),
    [
        ("revoke_credential", "credential_id", CredentialNotFound),
        ("withdraw_invitation", "invitation_id", InvitationNotFound),
        ("change_role", "member_id", MemberNotFound),
        ("remove_member", "member_id", MemberNotFound),
    ],
)
def test_an_owner_cannot_reach_through_their_own_account_into_another(
    office: Office, house: House, name: str, foreign: str, not_found: type[WaslError]
) -> None:
    other = new_house(office)
    before = everything(office, other.ids)
    mixed = house.ids._replace(**{foreign: getattr(other.ids, foreign)})
    owner = house.members[OWNER]
    with pytest.raises(not_found) as of_another:
        office.run(CASES[name].call(office, owner.person, mixed))
    unknown = house.ids._replace(**{foreign: new_uuid(office.now)})
    with pytest.raises(not_found) as of_nobody:
        office.run(CASES[name].call(office, owner.person, unknown))
    assert str(of_another.value) == str(of_nobody.value)
    assert everything(office, other.ids) == before


def test_an_application_without_an_account_is_in_nobodys_dashboard(
    office: Office, owner: Someone
) -> None:
    made = office.run(
        office.all_services.create_application("Own", Mode.LIVE, [Method.CARD], None, office.now)
    )
    with pytest.raises(ApplicationNotFound):
        office.run(
            office.services.open_application(
                owner.user_id, made.application_id, Permission.READ_PAYMENTS
            )
        )


def test_everyone_sees_their_own_applications_with_their_role(office: Office, house: House) -> None:
    other = new_house(office)
    for role, member in house.members.items():
        [listed] = office.run(office.services.list_applications_of(member.user_id))
        assert listed.application_id == house.ids.application_id
        assert (listed.role, listed.account_id) == (role, house.ids.account_id)
    guest = other.members[OWNER]
    token = office.invite(house.members[OWNER], guest.email, VIEWER)
    office.run(office.services.accept_invitation(token, guest.person, office.now))
    both = office.run(office.services.list_applications_of(guest.user_id))
    assert {(one.application_id, one.role) for one in both} == {
        (house.ids.application_id, "viewer"),
        (other.ids.application_id, "owner"),
    }


def test_what_is_opened_carries_what_a_page_shows(office: Office, house: House) -> None:
    opened = office.run(
        office.services.open_application(
            house.members[VIEWER].user_id, house.ids.application_id, Permission.READ_PAYMENTS
        )
    )
    assert (opened.name, opened.mode, opened.role) == ("Shop", "test", VIEWER)
    assert opened.methods == ["card", "sadad", "edfali"]
    assert (opened.webhook_url, opened.account_id) == (None, house.ids.account_id)
