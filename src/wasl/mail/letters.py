"""What our letters say, in Arabic and English.

They stand here and not in the pages' catalogue: a letter is sent by a service, which knows no page.
"""

from typing import Final, NamedTuple


class Letter(NamedTuple):
    to: str
    subject: str
    body: str


class _Texts(NamedTuple):
    subject: str
    body: str


_INVITATION: Final = {
    "en": _Texts(
        "You are invited to {account} on Wasl",
        "{inviter} invites you to work in {account} on Wasl.\n\n"
        "To accept, open this link within seven days:\n\n{link}\n\n"
        "If you do not know what this is about, ignore this letter: nothing will happen.\n",
    ),
    "ar": _Texts(
        "دعوة إلى {account} على وصل",
        "يدعوك {inviter} إلى العمل ضمن {account} على وصل.\n\n"
        "لقبول الدعوة افتح هذا الرابط خلال سبعة أيام:\n\n{link}\n\n"
        "إن لم تكن تعرف سبب هذه الرسالة فتجاهلها، ولن يحدث شيء.\n",
    ),
}

_PASSWORD_RESET: Final = {
    "en": _Texts(
        "A new password for Wasl",
        "Somebody, probably you, asked for a new password for {email} on Wasl.\n\n"
        "To choose it, open this link within an hour:\n\n{link}\n\n"
        "If it was not you, ignore this letter: your password stays as it is.\n",
    ),
    "ar": _Texts(
        "كلمة مرور جديدة لحسابك على وصل",
        "طُلبت كلمة مرور جديدة للعنوان {email} على وصل، ولعلك أنت من طلبها.\n\n"
        "لاختيارها افتح هذا الرابط خلال ساعة:\n\n{link}\n\n"
        "إن لم تطلبها فتجاهل هذه الرسالة، وتبقى كلمة مرورك كما هي.\n",
    ),
}


def invitation_letter(to: str, language: str, *, inviter: str, account: str, link: str) -> Letter:
    texts = _INVITATION[language]
    return Letter(
        to,
        texts.subject.format(account=account),
        texts.body.format(inviter=inviter, account=account, link=link),
    )


def password_reset_letter(to: str, language: str, link: str) -> Letter:
    texts = _PASSWORD_RESET[language]
    return Letter(to, texts.subject, texts.body.format(email=to, link=link))
