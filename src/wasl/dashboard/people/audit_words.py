"""The audit log in words. Each text is translated when it is shown."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from wasl.dashboard.application.wording import EVENT_NAMES, METHOD_NAMES
from wasl.dashboard.people.wording import MODE_NAMES, ROLE_NAMES
from wasl.domain.credentials import Kind
from wasl.web.language import N_

ACTIONS: Final = {
    "account.founded": N_("Opened the account"),
    "application.created": N_("Created an application"),
    "application.given_to_account": N_("Put an application into the account"),
    "application.renamed": N_("Renamed an application"),
    "application.methods_set": N_("Changed the payment methods"),
    "attempt.resolved": N_("Decided a payment whose end was not known"),
    "credential.issued": N_("Issued a credential"),
    "credential.revoked": N_("Revoked a credential"),
    "delivery.resent": N_("Sent a delivery again"),
    "delivery.failed_resent": N_("Sent failed deliveries again"),
    "invitation.withdrawn": N_("Took an invitation back"),
    "member.invited": N_("Invited someone"),
    "member.joined": N_("Joined the team"),
    "member.removed": N_("Left the team, or was taken out"),
    "member.role_changed": N_("Changed a role"),
    "provider_account.checked": N_("Checked the account at a provider"),
    "provider_account.removed": N_("Took the account at a provider out"),
    "provider_account.set": N_("Set the account at a provider"),
    "secrets.reencrypted": N_("Wrote stored secrets anew under the current key"),
    "user.password_changed": N_("Changed the password"),
    "user.password_reset": N_("Chose a new password by a link"),
    "user.password_reset_link_made": N_("Made a link for a new password"),
    "user.profile_changed": N_("Changed the profile"),
    "user.signed_in": N_("Signed in"),
    "user.signed_out_everywhere": N_("Signed out everywhere"),
    "user.totp_turned_off": N_("Turned codes at sign-in off"),
    "user.totp_turned_on": N_("Turned codes at sign-in on"),
    "webhook.secret_rolled": N_("Rolled the webhook secret"),
    "webhook.test_sent": N_("Sent a test event"),
    "webhook.url_set": N_("Set the webhook URL"),
}

# What of an entry's detail is worth reading, in this order.
_FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "account.founded": ("name",),
    "application.created": ("name", "mode", "methods"),
    "attempt.resolved": ("verdict", "evidence"),
    "credential.issued": ("kind", "name", "hint"),
    "credential.revoked": ("kind", "name", "hint"),
    "delivery.failed_resent": ("count",),
    "invitation.withdrawn": ("email",),
    "member.invited": ("email", "role"),
    "member.joined": ("email", "role"),
    "member.removed": ("email", "role"),
    "member.role_changed": ("email",),
    "provider_account.checked": ("method",),
    "provider_account.removed": ("method",),
    "provider_account.set": ("method",),
    "user.signed_in": ("by",),
    "webhook.secret_rolled": ("hint",),
    "webhook.test_sent": ("event",),
}
_NAMING_APPLICATION: Final = frozenset({"application.created", "application.renamed"})
_CREDENTIALS: Final = {Kind.API_KEY: N_("API key"), Kind.ACCESS_TOKEN: N_("Access token")}
_SIGNED_IN_BY: Final = {
    "password": N_("with a password"),
    "code": N_("with a password and a code"),
    "recovery code": N_("with a password and a recovery code"),
    "sign-up": N_("by opening an account"),
    "invitation": N_("by an invitation"),
}
_VERDICTS: Final = {"paid": N_("It was paid"), "not paid": N_("It was not paid")}
_LANGUAGES: Final = {"ar": N_("Arabic"), "en": N_("English")}

Names = Mapping[Any, str]
_NONE: Final[Names] = MappingProxyType({})
# Values that are words of ours, by where they stand.
_OURS: Final[Mapping[str, Names]] = {
    "role": ROLE_NAMES,
    "mode": MODE_NAMES,
    "method": METHOD_NAMES,
    "methods": METHOD_NAMES,
    "kind": _CREDENTIALS,
    "by": _SIGNED_IN_BY,
    "verdict": _VERDICTS,
    "event": EVENT_NAMES,
}
# Values that nobody would know by themselves.
_LABELS: Final[Mapping[str, str]] = {
    "count": N_("How many"),
    "evidence": N_("Evidence"),
    "hint": N_("Ends in"),
}
_OURS_BEFORE_AND_AFTER: Final[Mapping[str, Names]] = {
    "member.role_changed": ROLE_NAMES,
    "application.methods_set": METHOD_NAMES,
    "user.profile_changed": _LANGUAGES,
}


class Fact(NamedTuple):
    text: str
    # To be translated; anything else is what somebody typed.
    is_ours: bool
    label: str | None = None


class Subject(NamedTuple):
    """What was acted on: what it is, its id, and its page within the application."""

    name: str
    id: str
    page: str


class Words(NamedTuple):
    title: str
    facts: list[Fact]
    before: list[Fact]
    after: list[Fact]
    # The application's name at that time is among these; today's may be another.
    names_application: bool
    subject: Subject | None


def words_for(action: str, subject: str, detail: Mapping[str, Any]) -> Words:
    """An action we have no words for yet is shown by its name."""
    keys = _FACTS.get(action, ())
    changed = _OURS_BEFORE_AND_AFTER.get(action, _NONE)
    return Words(
        ACTIONS.get(action, action),
        [
            fact._replace(label=_LABELS.get(key))
            for key in keys
            for fact in _facts(detail.get(key), _OURS.get(key, _NONE))
        ],
        _facts(detail.get("before"), changed),
        _facts(detail.get("after"), changed),
        action in _NAMING_APPLICATION,
        _subject(action, subject, detail),
    )


def _subject(action: str, subject: str, detail: Mapping[str, Any]) -> Subject | None:
    """None where there is no page to show it on."""
    payment = detail.get("payment_intent")
    if action in ("delivery.resent", "webhook.test_sent"):
        return Subject(N_("Delivery"), subject, f"/deliveries/{subject}")
    if action == "attempt.resolved" and payment is not None:
        return Subject(N_("Payment"), str(payment), f"/payments/{payment}")
    if action == "credential.issued":
        return Subject(N_("Credential"), subject, "/credentials")
    if action == "credential.revoked":
        return Subject(N_("Credential"), subject, "/credentials?revoked=yes")
    return None


def _facts(value: object, ours: Names) -> list[Fact]:
    if value is None:
        return []
    values = value if isinstance(value, list) else [value]
    return [Fact(ours.get(str(one), str(one)), str(one) in ours) for one in values]
