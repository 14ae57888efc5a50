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
        # Unpacked at once: by name, one after the other, takes as long as the encoding.
        (
            uuid,
            _application_id,
            merchant_reference,
            reference,
            amount_minor,
            currency,
            status,
            description,
            customer_external_id,
            return_url,
            metadata_json,
            expires_at,
            created_at,
            updated_at,
        ) = intent
        uuid_text = str(uuid)
        return _encode(
            _Envelope(
                _Data(
                    uuid_text,
                    reference,
                    merchant_reference,
                    amount_minor,
                    currency,
                    status,
                    description,
                    _Customer(customer_external_id),
                    return_url,
                    None if metadata_json is None else msgspec.Raw(metadata_json),
                    expires_at,
                    self._checkout_url + uuid_text,
                    created_at,
                    updated_at,
                )
            )
        )
