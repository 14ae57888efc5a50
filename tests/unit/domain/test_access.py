import pytest

from wasl.domain.access import PERMISSIONS, Permission, Role

READING = {permission for permission in Permission if permission.startswith("read_")}


def test_an_owner_may_do_everything() -> None:
    assert all(Role.OWNER.allows(permission) for permission in Permission)


def test_a_developer_reads_everything_and_manages_what_a_server_needs() -> None:
    assert PERMISSIONS[Role.DEVELOPER] == READING | {
        Permission.MANAGE_CREDENTIALS,
        Permission.MANAGE_WEBHOOKS,
        Permission.RESEND_DELIVERIES,
    }


def test_a_viewer_reads_payments_alone() -> None:
    allowed = [permission for permission in Permission if Role.VIEWER.allows(permission)]
    assert allowed == [Permission.READ_PAYMENTS]


@pytest.mark.parametrize("role", Role)
def test_every_role_is_in_the_table(role: Role) -> None:
    assert role in PERMISSIONS
