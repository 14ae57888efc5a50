"""The audit log, as an account's people read it."""

from uuid import UUID

import asyncpg
import pytest

from tests.accounts.office import Office, Someone
from wasl.domain.access import Role
from wasl.storage import audit_log
from wasl.storage.audit_log import Entry


def pages(office: Office, owner: Someone, limit: int) -> list[list[Entry]]:
    found: list[list[Entry]] = []
    older_than: UUID | None = None
    while not found or older_than is not None:
        page = office.run(
            office.services.list_audit_log(owner.person, owner.account_id, older_than, limit)
        )
        found.append(page.entries)
        older_than = page.older_than
    return found


def make_entries(office: Office, owner: Someone, count: int) -> None:
    for number in range(count):
        office.pass_time(seconds=1)
        office.run(office.services.change_profile(owner.person, f"Name {number}", "ar", office.now))


def test_it_is_read_newest_first_in_pages_without_gaps(office: Office, owner: Someone) -> None:
    make_entries(office, owner, 5)
    [whole] = pages(office, owner, 100)
    assert len(whole) == 7
    assert [entry.created_at for entry in whole] == sorted(
        (entry.created_at for entry in whole), reverse=True
    )
    for limit in (1, 2, 3, 6, 7):
        parts = pages(office, owner, limit)
        assert [entry for page in parts for entry in page] == whole
        assert all(len(page) <= limit for page in parts)
        assert all(parts)


def test_what_comes_in_between_moves_no_page(office: Office, owner: Someone) -> None:
    make_entries(office, owner, 3)
    first = office.run(office.services.list_audit_log(owner.person, owner.account_id, None, 2))
    make_entries(office, owner, 3)
    second = office.run(
        office.services.list_audit_log(owner.person, owner.account_id, first.older_than, 2)
    )
    assert {entry.id for entry in first.entries}.isdisjoint(e.id for e in second.entries)
    assert [entry.detail["after"][0] for entry in second.entries[:1]] == ["Name 0"]


def test_an_entry_says_who_what_when_and_from_where(office: Office, owner: Someone) -> None:
    office.pass_time(minutes=1)
    issued = office.add_application(owner)
    entry = pages(office, owner, 100)[0][0]
    assert entry.action == "application.created"
    assert (entry.actor, entry.user_id) == (owner.email, owner.user_id)
    assert (entry.address, entry.created_at) == (owner.person.address, office.now)
    assert (entry.application_id, entry.subject) == (
        issued.application_id,
        str(issued.application_id),
    )
    assert entry.detail["name"] == "Shop"


def test_what_a_member_does_for_their_safety_is_in_each_of_their_accounts(
    office: Office, owner: Someone
) -> None:
    guest = office.sign_up()
    token = office.invite(owner, guest.email, Role.VIEWER)
    office.run(office.services.accept_invitation(token, guest.person, office.now))
    office.run(office.services.sign_out_everywhere(guest.person, office.now))
    for account_id in (owner.account_id, guest.account_id):
        [entry] = office.audit(account_id, "user.signed_out_everywhere")
        assert entry["user_id"] == guest.user_id


def test_who_works_in_no_account_is_in_the_log_all_the_same(office: Office, owner: Someone) -> None:
    lonely = office.join(owner, Role.VIEWER)
    office.run(
        office.services.remove_member(lonely.person, owner.account_id, lonely.user_id, office.now)
    )
    office.run(office.services.sign_out_everywhere(lonely.person, office.now))
    rows = office.fetch(
        "SELECT account_id FROM audit_log WHERE user_id = $1 AND action = $2",
        lonely.user_id,
        "user.signed_out_everywhere",
    )
    assert [row[0] for row in rows] == [None]


def test_nobody_changes_it_afterwards(office: Office, owner: Someone) -> None:
    for change in ("UPDATE audit_log SET address = NULL", "DELETE FROM audit_log"):
        with pytest.raises(asyncpg.RaiseError, match="only ever added to"):
            office.execute(change)


def test_a_page_far_back_costs_no_more_than_the_first(office: Office, owner: Someone) -> None:
    office.execute(
        "INSERT INTO audit_log (id, account_id, actor, action, subject, detail, created_at) "
        "SELECT gen_random_uuid(), $1, 'x', 'x', 'x', '{}', now() FROM generate_series(1, 5000)",
        owner.account_id,
    )
    office.execute("ANALYZE audit_log")
    far = office.value("SELECT id FROM audit_log ORDER BY id OFFSET 100 LIMIT 1")
    office.execute("SET plan_cache_mode = force_generic_plan")
    office.execute(f"PREPARE page (uuid, uuid, bigint) AS {audit_log._PAGE}")
    plan = office.fetch(
        f"EXPLAIN (ANALYZE, TIMING OFF) EXECUTE page ('{owner.account_id}', '{far}', 50)"
    )
    office.execute("DEALLOCATE page")
    office.execute("RESET plan_cache_mode")
    text = "\n".join(row[0] for row in plan)
    assert "audit_log_by_account" in text
    assert "Sort" not in text
    assert "Removed by Filter" not in text
