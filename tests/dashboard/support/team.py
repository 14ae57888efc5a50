"""Colleagues who come into an account by invitation."""

from tests.dashboard.support.colleague import PASSWORD, Colleague


def invite(owner: Colleague, account: str, email: str, role: str) -> str:
    """The path of the invitation, below the dashboard's own."""
    owner.open(f"/accounts/{account}/team/invite")
    page = owner.send("/team/invite", email=email, role=role)
    assert page.name == "people/invited", page.text
    return page.secrets["invitation"].partition("/dashboard")[2]


def join(newcomer: Colleague, invitation: str, name: str = "Omar Nasser") -> Colleague:
    newcomer.open(invitation)
    newcomer.send(invitation, name=name, password=PASSWORD)
    assert newcomer.session_cookie is not None, newcomer.page.text
    return newcomer
