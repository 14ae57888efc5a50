"""Which providers there are: simulators for test; for live, applications' and the operator's."""

import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Final

import aiohttp

from wasl.config import Settings
from wasl.domain.application import Method, Mode
from wasl.provider_interface import Provider, ProviderDirectory, SealedAccount
from wasl.providers.edfali.account import CmobileFormat, EdfaliAccount
from wasl.providers.edfali.client import Edfali
from wasl.providers.moamalat.account import MoamalatAccount
from wasl.providers.moamalat.client import Moamalat
from wasl.providers.sadad.account import MsisdnFormat, SadadAccount
from wasl.providers.sadad.client import Sadad
from wasl.providers.send_once import provider_session
from wasl.storage.encryption import SecretBox

_ACCOUNTS_REMEMBERED: Final = 1024

# What the simulators accept. It opens nothing else.
_TEST_MERCHANT_ID: Final = "10081014649"
_TEST_TERMINAL_ID: Final = "99179395"
_TEST_KEY: Final = "39636630633731362D663963322D346362642D386531662D633963303432353936373431"
_TEST_NOTIFICATION_KEY: Final = "7761736C2D73616E64626F782D6E6F74696669636174696F6E2D6B65792D3031"
_TEST_SADAD_TOKEN: Final = "sandbox-sadad-token"
_TEST_EDFALI_MOBILE: Final = "920000000"
_TEST_EDFALI_PIN: Final = "4321"
_TEST_EDFALI_PASSWORD: Final = "sandbox-edfali-password"


class _Directory:
    def __init__(
        self,
        providers: Mapping[Mode, Mapping[Method, Provider]],
        open_account: Callable[[SealedAccount], Provider],
    ) -> None:
        self._providers = providers
        # What an id names never changes, so it is opened once.
        self._open = lru_cache(_ACCOUNTS_REMEMBERED)(open_account)

    def find(self, mode: Mode, method: Method, own: SealedAccount | None) -> Provider | None:
        if own is not None and mode is Mode.LIVE:
            return self._open(own)
        return self._providers[mode].get(method)


@asynccontextmanager
async def provider_directory(settings: Settings) -> AsyncIterator[ProviderDirectory]:
    secret_box = SecretBox(settings.secret_keys())
    async with provider_session() as session:

        def open_account(sealed: SealedAccount) -> Provider:
            values: dict[str, str] = json.loads(secret_box.decrypt(sealed.encrypted))
            return _ACCOUNTS[sealed.method](settings, values, session)

        yield _Directory(
            {
                Mode.TEST: _simulated(settings.sandbox_url, session),
                Mode.LIVE: _live(settings, session),
            },
            open_account,
        )


def _simulated(url: str, session: aiohttp.ClientSession) -> dict[Method, Provider]:
    card = MoamalatAccount(
        api_url=url,
        lightbox_url=f"{url}/js/lightbox.js",
        merchant_id=_TEST_MERCHANT_ID,
        terminal_id=_TEST_TERMINAL_ID,
        merchant_key=_TEST_KEY,
        notification_key=_TEST_NOTIFICATION_KEY,
    )
    wallet = EdfaliAccount(
        url=f"{url}/api/BCDUssd/NewEdfali.asmx",
        mobile=_TEST_EDFALI_MOBILE,
        pin=_TEST_EDFALI_PIN,
        service_password=_TEST_EDFALI_PASSWORD,
    )
    return {
        Method.CARD: Moamalat(card, session),
        Method.SADAD: Sadad(SadadAccount(url=url, token=_TEST_SADAD_TOKEN), session),
        Method.EDFALI: Edfali(wallet, session),
    }


def _live(settings: Settings, session: aiohttp.ClientSession) -> dict[Method, Provider]:
    """The operator's own, of which the settings have all values or none."""
    given = {
        Method.CARD: {
            "merchant_id": settings.moamalat_merchant_id,
            "terminal_id": settings.moamalat_terminal_id,
            "merchant_key": settings.moamalat_merchant_key,
            "notification_key": settings.moamalat_notification_key,
        },
        Method.SADAD: {"token": settings.sadad_token},
        Method.EDFALI: {
            "mobile": settings.edfali_mobile,
            "pin": settings.edfali_pin,
            "service_password": settings.edfali_service_password,
        },
    }
    providers: dict[Method, Provider] = {}
    for method, values in given.items():
        account = {name: value for name, value in values.items() if value}
        if account:
            providers[method] = _ACCOUNTS[method](settings, account, session)
    return providers


def _moamalat(
    settings: Settings, account: Mapping[str, str], session: aiohttp.ClientSession
) -> Provider:
    opened = MoamalatAccount(
        api_url=settings.moamalat_api_url,
        lightbox_url=settings.moamalat_lightbox_url,
        merchant_id=account["merchant_id"],
        terminal_id=account["terminal_id"],
        merchant_key=account["merchant_key"],
        notification_key=account.get("notification_key"),
    )
    return Moamalat(opened, session)


def _sadad(
    settings: Settings, account: Mapping[str, str], session: aiohttp.ClientSession
) -> Provider:
    opened = SadadAccount(
        url=settings.sadad_url,
        token=account["token"],
        msisdn_format=MsisdnFormat(settings.sadad_msisdn_format),
        category=settings.sadad_category,
    )
    return Sadad(opened, session)


def _edfali(
    settings: Settings, account: Mapping[str, str], session: aiohttp.ClientSession
) -> Provider:
    opened = EdfaliAccount(
        url=settings.edfali_url,
        mobile=account["mobile"],
        pin=account["pin"],
        service_password=account["service_password"],
        cmobile_format=CmobileFormat(settings.edfali_cmobile_format),
    )
    return Edfali(opened, session)


_ACCOUNTS: Final[Mapping[Method, Callable[..., Provider]]] = {
    Method.CARD: _moamalat,
    Method.SADAD: _sadad,
    Method.EDFALI: _edfali,
}
