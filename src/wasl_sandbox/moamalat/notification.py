"""Tells the merchant's server of an approved payment, in the background."""

import asyncio
import logging
from typing import Final

import aiohttp

from wasl_sandbox.moamalat.secure_hash import CURRENCY_CODE, notification_hash
from wasl_sandbox.moamalat.transactions import CardTransaction
from wasl_sandbox.settings import SandboxSettings

log = logging.getLogger("wasl_sandbox")

PAYER_NAME: Final = "SANDBOX CUSTOMER"
_TIMEOUT: Final = aiohttp.ClientTimeout(total=10)
_SALE: Final = 1


class Notifier:
    """No payment waits for it, and none is undone by it."""

    def __init__(self, settings: SandboxSettings) -> None:
        self._settings = settings
        self._tasks: set[asyncio.Task[None]] = set()
        self.url = settings.notify_url

    def announce(self, transaction: CardTransaction) -> None:
        if self.url is None:
            return
        fields = notification_fields(self._settings, transaction)
        task = asyncio.create_task(self._deliver(self.url, fields))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def clear(self) -> None:
        self.url = self._settings.notify_url
        for task in self._tasks:
            task.cancel()

    async def close(self) -> None:
        self.clear()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _deliver(self, url: str, fields: dict[str, object]) -> None:
        async with aiohttp.ClientSession(timeout=_TIMEOUT) as session:
            for pause_s in self._settings.notify_delays_s:
                await asyncio.sleep(pause_s)
                if await _is_taken(session, url, fields):
                    return
        log.warning("nobody took the notification of %s", fields["MerchantReference"])


async def _is_taken(session: aiohttp.ClientSession, url: str, fields: dict[str, object]) -> bool:
    try:
        async with session.post(url, json=fields) as response:
            answer = await response.json(content_type=None)
    except (aiohttp.ClientError, TimeoutError, ValueError):
        return False
    return response.status == 200 and isinstance(answer, dict) and answer.get("Success") is True


def notification_fields(
    settings: SandboxSettings, transaction: CardTransaction
) -> dict[str, object]:
    amount = str(transaction.amount_minor)
    date_time = transaction.local_time.strftime("%Y%m%d%H%M%S")
    secure_hash = notification_hash(
        settings.moamalat_notification_key_hex,
        amount=amount,
        date_time=date_time,
        merchant_id=settings.moamalat_merchant_id,
        terminal_id=settings.moamalat_terminal_id,
    )
    return {
        "MerchantId": settings.moamalat_merchant_id,
        "TerminalId": settings.moamalat_terminal_id,
        "DateTimeLocalTrxn": date_time,
        "TxnType": _SALE,
        "Message": "Approved",
        "PaidThrough": "Card",
        "SystemReference": transaction.system_reference,
        "NetworkReference": transaction.network_reference,
        "MerchantReference": transaction.merchant_reference,
        "Amount": amount,
        "Currency": CURRENCY_CODE,
        "PayerAccount": transaction.card_masked,
        "PayerName": PAYER_NAME,
        "ActionCode": "00",
        "Status": "Success",
        "SecureHash": secure_hash,
    }
