"""Which providers there are, for test and for live, made from the settings."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Final
from uuid import UUID

import aiohttp

from wasl.config import Settings
from wasl.domain.application import Method, Mode
from wasl.provider_interface import Provider, ProviderDirectory
from wasl.providers.edfali.account import EdfaliAccount
from wasl.providers.edfali.client import Edfali
from wasl.providers.moamalat.account import MoamalatAccount
from wasl.providers.moamalat.client import Moamalat
from wasl.providers.sadad.account import SadadAccount
from wasl.providers.sadad.client import Sadad
from wasl.providers.send_once import provider_session

# What the simulators accept. It opens nothing else.
_TEST_MERCHANT_ID: Final = "10081014649"
_TEST_TERMINAL_ID: Final = "99179395"
_TEST_KEY: Final = "39636630633731362D663963322D346362642D386531662D633963303432353936373431"
_TEST_NOTIFICATION_KEY: Final = "7761736C2D73616E64626F782D6E6F74696669636174696F6E2D6B65792D3031"
_TEST_SADAD_TOKEN: Final = "sandbox-sadad-token"
_TEST_EDFALI_MOBILE: Final = "920000000"
_TEST_EDFALI_PIN: Final = "4321"
_TEST_EDFALI_PASSWORD: Final = "sandbox-edfali-password"


class _ByMode:
    def __init__(self, providers: Mapping[Mode, Mapping[Method, Provider]]) -> None:
        self._providers = providers

    def find(self, application_id: UUID, mode: Mode, method: Method) -> Provider | None:
        """Every application of a mode pays through the same accounts."""
        del application_id
        return self._providers[mode].get(method)


@asynccontextmanager
async def provider_directory(settings: Settings) -> AsyncIterator[ProviderDirectory]:
    async with provider_session() as session:
        yield _ByMode(
            {
                Mode.TEST: _simulated(settings.sandbox_url, session),
                Mode.LIVE: _live(settings, session),
            }
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
    providers: dict[Method, Provider] = {}
    if moamalat := settings.moamalat_account():
        providers[Method.CARD] = Moamalat(moamalat, session)
    if sadad := settings.sadad_account():
        providers[Method.SADAD] = Sadad(sadad, session)
    if edfali := settings.edfali_account():
        providers[Method.EDFALI] = Edfali(edfali, session)
    return providers
