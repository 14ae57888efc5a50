"""The addresses of pages about people, with who may come there."""

from wasl.account_services import AccountServices
from wasl.dashboard.gate import IN_ACCOUNT, IN_APPLICATION, DashboardRoute, Who
from wasl.dashboard.people.accounts import AccountPages
from wasl.dashboard.people.applications import ApplicationPages
from wasl.dashboard.people.audit_log import AuditLogPages
from wasl.dashboard.people.confirm_password import ConfirmPasswordPages
from wasl.dashboard.people.invitations import InvitationPages
from wasl.dashboard.people.password_resets import PasswordResetPages
from wasl.dashboard.people.profile import ProfilePages
from wasl.dashboard.people.sessions import SessionPages
from wasl.dashboard.people.sign_up import SignUpPages
from wasl.dashboard.people.team import TeamPages
from wasl.dashboard.people.two_steps import TwoStepPages
from wasl.dashboard.render import Renderer
from wasl.domain.access import Permission


def people_routes(services: AccountServices, render: Renderer) -> list[DashboardRoute]:
    return [
        *_session_routes(SessionPages(services, render)),
        *_sign_up_routes(SignUpPages(services, render)),
        *_password_reset_routes(PasswordResetPages(services, render)),
        *_invitation_routes(InvitationPages(services, render)),
        *_confirm_password_routes(ConfirmPasswordPages(services, render)),
        *_profile_routes(ProfilePages(services, render)),
        *_two_step_routes(TwoStepPages(services, render)),
        *_account_routes(AccountPages(services, render)),
        *_application_routes(ApplicationPages(services, render)),
        *_team_routes(TeamPages(services, render)),
        *_audit_log_routes(AuditLogPages(services, render)),
    ]


def _session_routes(pages: SessionPages) -> list[DashboardRoute]:
    return [
        DashboardRoute("GET", "/sign-in", Who.ANYBODY, pages.show_sign_in),
        DashboardRoute("POST", "/sign-in", Who.ANYBODY, pages.sign_in),
        DashboardRoute("POST", "/sign-in/code", Who.ANYBODY, pages.complete_sign_in),
        DashboardRoute("POST", "/sign-out", Who.SIGNED_IN, pages.sign_out),
    ]


def _sign_up_routes(pages: SignUpPages) -> list[DashboardRoute]:
    return [
        DashboardRoute("GET", "/sign-up", Who.ANYBODY, pages.show),
        DashboardRoute("POST", "/sign-up", Who.ANYBODY, pages.sign_up),
    ]


def _password_reset_routes(pages: PasswordResetPages) -> list[DashboardRoute]:
    return [
        DashboardRoute("GET", "/password-resets", Who.ANYBODY, pages.show_request),
        DashboardRoute("POST", "/password-resets", Who.ANYBODY, pages.request),
        DashboardRoute("GET", "/password-resets/{token}", Who.ANYBODY, pages.show),
        DashboardRoute("POST", "/password-resets/{token}", Who.ANYBODY, pages.reset),
    ]


def _invitation_routes(pages: InvitationPages) -> list[DashboardRoute]:
    return [
        DashboardRoute("GET", "/invitations/{token}", Who.ANYBODY, pages.show),
        DashboardRoute("POST", "/invitations/{token}", Who.ANYBODY, pages.accept),
    ]


def _confirm_password_routes(pages: ConfirmPasswordPages) -> list[DashboardRoute]:
    return [
        DashboardRoute("GET", "/confirm-password", Who.SIGNED_IN, pages.show),
        DashboardRoute("POST", "/confirm-password", Who.SIGNED_IN, pages.confirm),
    ]


def _profile_routes(pages: ProfilePages) -> list[DashboardRoute]:
    everywhere = "/profile/sign-out-everywhere"
    leave = "/profile/accounts/{account}/leave"
    return [
        DashboardRoute("GET", "/profile", Who.SIGNED_IN, pages.show),
        DashboardRoute("POST", "/profile", Who.SIGNED_IN, pages.change),
        DashboardRoute("POST", "/profile/password", Who.SIGNED_IN, pages.change_password),
        DashboardRoute("POST", everywhere, Who.SIGNED_IN, pages.sign_out_everywhere),
        DashboardRoute("POST", leave, Who.SIGNED_IN, pages.leave),
    ]


def _two_step_routes(pages: TwoStepPages) -> list[DashboardRoute]:
    return [
        DashboardRoute("GET", "/profile/two-steps", Who.SIGNED_IN, pages.show),
        DashboardRoute("POST", "/profile/two-steps/begin", Who.SIGNED_IN, pages.begin),
        DashboardRoute("POST", "/profile/two-steps/confirm", Who.SIGNED_IN, pages.confirm),
        DashboardRoute("POST", "/profile/two-steps/turn-off", Who.SIGNED_IN, pages.turn_off),
    ]


def _account_routes(pages: AccountPages) -> list[DashboardRoute]:
    return [
        DashboardRoute("GET", "/open-account", Who.SIGNED_IN, pages.show_new),
        DashboardRoute("POST", "/open-account", Who.SIGNED_IN, pages.create),
    ]


def _application_routes(pages: ApplicationPages) -> list[DashboardRoute]:
    manage = Permission.MANAGE_APPLICATIONS
    new = f"{IN_ACCOUNT}/applications/new"
    settings = f"{IN_APPLICATION}/settings"
    return [
        DashboardRoute("GET", "", Who.SIGNED_IN, pages.show_home),
        DashboardRoute("GET", "/applications", Who.SIGNED_IN, pages.show_list),
        DashboardRoute("GET", new, manage, pages.show_new),
        DashboardRoute("POST", new, manage, pages.create),
        DashboardRoute("GET", settings, manage, pages.show_settings),
        DashboardRoute("POST", settings, manage, pages.rename),
    ]


def _team_routes(pages: TeamPages) -> list[DashboardRoute]:
    read, manage = Permission.READ_TEAM, Permission.MANAGE_TEAM
    team = f"{IN_ACCOUNT}/team"
    member = f"{team}/members/{{member}}"
    invitation = f"{team}/invitations/{{invitation}}"
    return [
        DashboardRoute("GET", team, read, pages.show),
        DashboardRoute("GET", f"{team}/invite", manage, pages.show_invite),
        DashboardRoute("POST", f"{team}/invite", manage, pages.invite),
        DashboardRoute("POST", f"{member}/role", manage, pages.change_role),
        DashboardRoute("POST", f"{member}/remove", manage, pages.remove),
        DashboardRoute("POST", f"{invitation}/withdraw", manage, pages.withdraw),
    ]


def _audit_log_routes(pages: AuditLogPages) -> list[DashboardRoute]:
    return [DashboardRoute("GET", f"{IN_ACCOUNT}/audit-log", Permission.READ_AUDIT_LOG, pages.show)]
