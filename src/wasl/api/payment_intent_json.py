"""How a payment intent is written in an answer: every field, always, in this order."""

from datetime import datetime
from typing import Final

import msgspec

from wasl.domain.payment_intent import PaymentIntent


class _Customer(msgspec.Struct):
    external_id: str | None


class _Data(msgspec.Struct):
    uuid: str
    reference: str
    merchant_reference: str
    amount: int
    currency: str
    status: str
    description: str | None
    customer: _Customer
    return_url: str | None
    metadata: msgspec.Raw | None
    expires_at: datetime
    checkout_url: str
    created_at: datetime
    updated_at: datetime


class _Envelope(msgspec.Struct):
    data: _Data


_encode: Final = msgspec.json.Encoder().encode


class PaymentIntentJson:
    def __init__(self, public_url: str) -> None:
        self._checkout_url = f"{public_url}/checkout/"

    def __call__(self, intent: PaymentIntent) -> bytes:
        uuid = str(intent.uuid)
        metadata = intent.metadata_json
        return _encode(
            _Envelope(
                _Data(
                    uuid,
                    intent.reference,
                    intent.merchant_reference,
                    intent.amount_minor,
                    intent.currency,
                    intent.status,
                    intent.description,
                    _Customer(intent.customer_external_id),
                    intent.return_url,
                    None if metadata is None else msgspec.Raw(metadata),
                    intent.expires_at,
                    self._checkout_url + uuid,
                    intent.created_at,
                    intent.updated_at,
                )
            )
        )
