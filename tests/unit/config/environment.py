import pytest

from wasl.config import Settings, SettingsError, load_settings

ACCOUNTS = {
    "moamalat": {
        "moamalat_merchant_id": "10081014649",
        "moamalat_terminal_id": "99179395",
        "moamalat_merchant_key": "3963",
        "moamalat_notification_key": "7761",
    },
    "sadad": {"sadad_token": "a-token"},
    "edfali": {
        "edfali_mobile": "920000000",
        "edfali_pin": "4321",
        "edfali_service_password": "a password",
    },
}
ALL_ACCOUNTS = {name: value for account in ACCOUNTS.values() for name, value in account.items()}


def load(monkeypatch: pytest.MonkeyPatch, **settings: str) -> Settings:
    for name, value in settings.items():
        monkeypatch.setenv(f"WASL_{name.upper()}", value)
    return load_settings()


def assert_refused(monkeypatch: pytest.MonkeyPatch, name: str, wrong: str, **others: str) -> str:
    """In one line that names the setting."""
    with pytest.raises(SettingsError) as refused:
        load(monkeypatch, **others, **{name: wrong})
    told = str(refused.value)
    assert told.startswith(f"WASL_{name.upper()}: ")
    assert len(told.splitlines()) == 1
    return told
