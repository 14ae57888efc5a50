"""What a sandbox can be told. None of it is secret: these values open nothing but a sandbox."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SandboxSettings:
    # After this time a late charge happens and can be found.
    late_after_s: float = 30
    # How long a wallet's code can be used.
    code_lifetime_s: float = 600
    # No wallet lets a customer pay more at once.
    wallet_limit_minor: int = 100_000_000

    # Merchant, terminal and key are the test data that Moamalat publishes.
    moamalat_merchant_id: str = "10081014649"
    moamalat_terminal_id: str = "99179395"
    moamalat_key_hex: str = (
        "39636630633731362D663963322D346362642D386531662D633963303432353936373431"
    )
    moamalat_notification_key_hex: str = (
        "7761736C2D73616E64626F782D6E6F74696669636174696F6E2D6B65792D3031"
    )
    # Where Moamalat's notification is posted; none is sent without it.
    notify_url: str | None = None
    # The pause before each try, until one is answered with success.
    notify_delays_s: tuple[float, ...] = (0, 1, 5, 30)

    sadad_token: str = "sandbox-sadad-token"
    # The real table of errors is unknown; a refusal may come with 200 or with 400.
    sadad_refusal_http_status: int = 200

    edfali_merchant_mobile: str = "920000000"
    edfali_merchant_pin: str = "4321"
    edfali_service_password: str = "sandbox-edfali-password"
