"""Who may do what in an account."""

from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Role(StrEnum):
    OWNER = "owner"
    DEVELOPER = "developer"
    VIEWER = "viewer"

    def allows(self, permission: "Permission") -> bool:
        return permission in PERMISSIONS[self]


class Permission(StrEnum):
    READ_PAYMENTS = "read_payments"
    READ_DELIVERIES = "read_deliveries"
    READ_CREDENTIALS = "read_credentials"
    READ_TEAM = "read_team"
    READ_AUDIT_LOG = "read_audit_log"
    RESEND_DELIVERIES = "resend_deliveries"
    MANAGE_CREDENTIALS = "manage_credentials"
    MANAGE_WEBHOOKS = "manage_webhooks"
    MANAGE_APPLICATIONS = "manage_applications"
    MANAGE_METHODS = "manage_methods"
    MANAGE_PROVIDERS = "manage_providers"
    MANAGE_TEAM = "manage_team"


# What is not named here is refused: a new permission is the owner's alone until it is given.
PERMISSIONS: Final = MappingProxyType(
    {
        Role.OWNER: frozenset(Permission),
        Role.DEVELOPER: frozenset(
            {
                Permission.READ_PAYMENTS,
                Permission.READ_DELIVERIES,
                Permission.READ_CREDENTIALS,
                Permission.READ_TEAM,
                Permission.READ_AUDIT_LOG,
                Permission.RESEND_DELIVERIES,
                Permission.MANAGE_CREDENTIALS,
                Permission.MANAGE_WEBHOOKS,
            }
        ),
        Role.VIEWER: frozenset({Permission.READ_PAYMENTS}),
    }
)
