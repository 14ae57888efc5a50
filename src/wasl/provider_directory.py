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
from wasl.providers.edfali.account import EdfaliAccount
from wasl.providers.edfali.client import Edfali
from wasl.providers.moamalat.account import MoamalatAccount
from wasl.providers.moamalat.client import Moamalat
from wasl.providers.sadad.account import SadadAccount
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
            return _opened(settings, sealed.method, values, session)

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
    """The operator's own accounts."""
    providers: dict[Method, Provider] = {}
    if moamalat := settings.moamalat_account():
        providers[Method.CARD] = Moamalat(moamalat, session)
    if sadad := settings.sadad_account():
        providers[Method.SADAD] = Sadad(sadad, session)
    if edfali := settings.edfali_account():
        providers[Method.EDFALI] = Edfali(edfali, session)
    return providers


def _opened(
    settings: Settings, method: Method, values: Mapping[str, str], session: aiohttp.ClientSession
) -> Provider:
    """An application's own account. Its values were checked when it was stored."""
    match method:
        case Method.CARD:
            return Moamalat(settings.moamalat_account_of(**values), session)
        case Method.SADAD:
            return Sadad(settings.sadad_account_of(**values), session)
        case Method.EDFALI:
            return Edfali(settings.edfali_account_of(**values), session)
