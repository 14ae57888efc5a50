"""What was changed, by whom, from where: in words."""

import re
from pathlib import Path

import wasl
from tests.dashboard.conftest import NewColleague
from tests.dashboard.support.colleague import Colleague
from tests.dashboard.support.team import invite, join
from tests.support.service import Service
from wasl.dashboard.people.audit_words import ACTIONS, words_for
from wasl.dashboard.wording import PROBLEMS
from wasl.domain.problem import Problem

_ACTION = re.compile(r'action="([\w.]+)"')


def test_every_action_of_every_service_has_words() -> None:
    package = Path(wasl.__file__).parent
    written = {
        action
        for path in package.rglob("*.py")
        for action in _ACTION.findall(path.read_text("utf-8"))
    }
    assert len(written) > 20
    assert written == ACTIONS.keys()


def test_an_action_without_words_is_shown_by_its_name() -> None:
    assert words_for("thing.happened", "x", {"before": 1, "other": "x"}).title == "thing.happened"


def test_every_problem_has_words() -> None:
    assert PROBLEMS.keys() == set(Problem)


def test_who_what_when_and_from_where(owner: Colleague, new_colleague: NewColleague) -> None:
    account = owner.own_account()
    owner.create_application(account, "Oil & more")
    member = new_colleague()
    join(member, invite(owner, account, member.email, "developer"))
    page = owner.open(f"/accounts/{account}/audit-log")
    rows = re.findall(r'data-action-name="([\w.]+)"', page.answer.text)
    # What happens at once stands in no order.
    assert [sorted(rows[:2]), rows[2:4], sorted(rows[4:])] == [
        ["member.joined", "user.signed_in"],
        ["member.invited", "application.created"],
        ["account.founded", "user.signed_in"],
    ]
    assert f"Invited someone {member.email} · Developer" in page.text
    assert "Created an application Oil & more · Test · Bank card" in page.text
    assert owner.email in page.text
    assert owner.address in page.text
    assert member.address in page.text


def test_the_log_is_read_in_pages_without_gap_or_repetition(
    owner: Colleague, desk: Service
) -> None:
    account = owner.own_account()
    desk.database.execute(
        "INSERT INTO audit_log (id, account_id, actor, action, subject, detail, created_at)"
        " SELECT gen_random_uuid(), $1::uuid, 'operator', 'member.invited', 'x',"
        " jsonb_build_object('email', 'number' || n || '@x.example', 'role', 'viewer'), now()"
        " FROM generate_series(1, 118) AS n",
        account,
    )
    page = owner.open(f"/accounts/{account}/audit-log")
    seen: list[str] = []
    sizes = []
    for _ in range(4):
        found = re.findall(r"number\d+@x\.example", page.answer.text)
        sizes.append(len(re.findall("data-action-name", page.answer.text)))
        seen += found
        older = [link for link in page.links if "before=" in link and "lang" not in link]
        if not older:
            break
        page = owner.open(older[0].removeprefix("/dashboard"))
    assert len(seen) == len(set(seen)) == 118
    assert sizes == [50, 50, 20]


def test_the_log_is_read_in_arabic_too(owner: Colleague) -> None:
    account = owner.own_account()
    owner.open("/profile")
    owner.send("/profile", language="ar")
    text = owner.open(f"/accounts/{account}/audit-log").text
    assert "فتح الحساب" in text
    assert "عند فتح الحساب" in text
    assert "Salma Ali · الإنجليزية ← Salma Ali · العربية" in text


def test_nonsense_in_the_address_shows_the_newest(owner: Colleague) -> None:
    account = owner.own_account()
    page = owner.open(f"/accounts/{account}/audit-log", before="x' OR 1=1")
    assert (page.status, page.name) == (200, "people/audit_log")
    assert "Opened the account" in page.text
