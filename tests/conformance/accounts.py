"""Our accounts at the sandbox: the same adapter as live, only the addresses differ."""

from wasl.providers.edfali.account import EdfaliAccount
from wasl.providers.moamalat.account import MoamalatAccount
from wasl.providers.sadad.account import SadadAccount
from wasl_sandbox import SandboxSettings


def moamalat_account(url: str, settings: SandboxSettings) -> MoamalatAccount:
    return MoamalatAccount(
        api_url=url,
        lightbox_url=f"{url}/js/lightbox.js",
        merchant_id=settings.moamalat_merchant_id,
        terminal_id=settings.moamalat_terminal_id,
        merchant_key=settings.moamalat_key_hex,
        notification_key=settings.moamalat_notification_key_hex,
    )


def sadad_account(url: str, settings: SandboxSettings) -> SadadAccount:
    return SadadAccount(url=url, token=settings.sadad_token)


def edfali_account(url: str, settings: SandboxSettings) -> EdfaliAccount:
    return EdfaliAccount(
        url=f"{url}/api/BCDUssd/NewEdfali.asmx",
        mobile=settings.edfali_merchant_mobile,
        pin=settings.edfali_merchant_pin,
        service_password=settings.edfali_service_password,
    )
