"""What people do in the dashboard, wired: accounts, sessions, teams, applications, credentials."""

from collections.abc import Sequence
from dataclasses import dataclass

from wasl.mail.smtp import SmtpMail
from wasl.services.accept_invitation import AcceptInvitation
from wasl.services.add_account import AddAccount
from wasl.services.add_application import AddApplication
from wasl.services.change_password import ChangePassword
from wasl.services.change_profile import ChangeProfile
from wasl.services.change_role import ChangeRole
from wasl.services.complete_sign_in import CompleteSignIn
from wasl.services.confirm_password import CheckPassword, ConfirmPassword
from wasl.services.confirm_totp import ConfirmTotp
from wasl.services.count_recovery_codes import CountRecoveryCodes
from wasl.services.create_owner import CreateOwner
from wasl.services.dashboard_links import DashboardLinks
from wasl.services.help_with_sign_in import HelpWithSignIn
from wasl.services.invite_member import InviteMember
from wasl.services.issue_credential import IssueCredential
from wasl.services.list_accounts_of import ListAccountsOf
from wasl.services.list_applications_of import ListApplicationsOf
from wasl.services.list_audit_log import ListAuditLog
from wasl.services.list_credentials import ListCredentials
from wasl.services.list_members import ListMembers
from wasl.services.list_sessions import ListSessions
from wasl.services.open_account import OpenAccount
from wasl.services.open_application import OpenApplication
from wasl.services.recognise_session import RecogniseSession
from wasl.services.remove_member import RemoveMember
from wasl.services.rename_application import RenameApplication
from wasl.services.request_password_reset import RequestPasswordReset
from wasl.services.reset_password import ResetPassword
from wasl.services.set_methods import SetMethods
from wasl.services.set_up_totp import SetUpTotp
from wasl.services.sign_in import SignIn
from wasl.services.sign_out import SignOut
from wasl.services.sign_out_everywhere import SignOutEverywhere
from wasl.services.sign_up import SignUp
from wasl.services.throttle import Throttle
from wasl.services.turn_off_totp import TurnOffTotp
from wasl.services.view_invitation import ViewInvitation
from wasl.services.withdraw_invitation import WithdrawInvitation
from wasl.storage.encryption import SecretBox
from wasl.storage.keyed_digest import KeyedDigest
from wasl.storage.password_hasher import PasswordHasher
from wasl.storage.pool import Pool


@dataclass(frozen=True)
class AccountServices:
    accept_invitation: AcceptInvitation
    add_account: AddAccount
    add_application: AddApplication
    change_password: ChangePassword
    change_profile: ChangeProfile
    change_role: ChangeRole
    complete_sign_in: CompleteSignIn
    confirm_password: ConfirmPassword
    confirm_totp: ConfirmTotp
    count_recovery_codes: CountRecoveryCodes
    create_owner: CreateOwner
    help_with_sign_in: HelpWithSignIn
    invite_member: InviteMember
    issue_credential: IssueCredential
    list_accounts_of: ListAccountsOf
    list_applications_of: ListApplicationsOf
    list_audit_log: ListAuditLog
    list_credentials: ListCredentials
    list_members: ListMembers
    list_sessions: ListSessions
    open_account: OpenAccount
    open_application: OpenApplication
    recognise_session: RecogniseSession
    remove_member: RemoveMember
    rename_application: RenameApplication
    request_password_reset: RequestPasswordReset
    reset_password: ResetPassword
    set_methods: SetMethods
    set_up_totp: SetUpTotp
    sign_in: SignIn
    sign_out: SignOut
    sign_out_everywhere: SignOutEverywhere
    sign_up: SignUp
    turn_off_totp: TurnOffTotp
    view_invitation: ViewInvitation
    withdraw_invitation: WithdrawInvitation


def wire_accounts(
    pool: Pool,
    hasher: PasswordHasher,
    secret_keys: Sequence[str],
    public_url: str,
    mail: SmtpMail | None,
    sign_up_open: bool,
) -> AccountServices:
    secret_box = SecretBox(secret_keys)
    throttle = Throttle(pool, KeyedDigest(secret_keys[0]))
    check = CheckPassword(pool, hasher, throttle)
    links = DashboardLinks(public_url)
    return AccountServices(
        accept_invitation=AcceptInvitation(pool, hasher, throttle),
        add_account=AddAccount(pool, throttle, sign_up_open),
        add_application=AddApplication(pool, secret_box),
        change_password=ChangePassword(pool, hasher, check),
        change_profile=ChangeProfile(pool),
        change_role=ChangeRole(pool),
        complete_sign_in=CompleteSignIn(pool, secret_box, throttle),
        confirm_password=ConfirmPassword(pool, check),
        confirm_totp=ConfirmTotp(pool, secret_box, throttle),
        count_recovery_codes=CountRecoveryCodes(pool),
        create_owner=CreateOwner(pool, hasher),
        help_with_sign_in=HelpWithSignIn(pool, links),
        invite_member=InviteMember(pool, throttle, links, mail),
        issue_credential=IssueCredential(pool),
        list_accounts_of=ListAccountsOf(pool),
        list_applications_of=ListApplicationsOf(pool),
        list_audit_log=ListAuditLog(pool),
        list_credentials=ListCredentials(pool),
        list_members=ListMembers(pool),
        list_sessions=ListSessions(pool),
        open_account=OpenAccount(pool),
        open_application=OpenApplication(pool),
        recognise_session=RecogniseSession(pool),
        remove_member=RemoveMember(pool),
        rename_application=RenameApplication(pool),
        request_password_reset=RequestPasswordReset(pool, throttle, links, mail),
        reset_password=ResetPassword(pool, hasher, throttle),
        set_methods=SetMethods(pool),
        set_up_totp=SetUpTotp(pool, secret_box),
        sign_in=SignIn(pool, hasher, throttle),
        sign_out=SignOut(pool),
        sign_out_everywhere=SignOutEverywhere(pool),
        sign_up=SignUp(pool, hasher, throttle, sign_up_open),
        turn_off_totp=TurnOffTotp(pool),
        view_invitation=ViewInvitation(pool),
        withdraw_invitation=WithdrawInvitation(pool),
    )
