import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.unit.config.environment import ACCOUNTS, assert_refused, load
from wasl.config import Settings, SettingsError, load_settings

KEY = "k" * 32


def test_nothing_needs_to_be_set() -> None:
    settings = load_settings()
    assert settings.database_url is None
    assert settings.data_dir == Path(".wasl")
    assert settings.public_url == "http://localhost:8000"
    assert (settings.rate_limit_per_second, settings.rate_limit_burst) == (100, 200)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("database_url", "mysql://localhost/wasl"),
        ("database_url", "localhost"),
        ("database_url", ""),
        ("secret_key", "short"),
        ("secret_key", ""),
        ("secret_key", f"{KEY},short"),
        ("public_url", "pay.example"),
        ("public_url", "ftp://pay.example"),
        ("public_url", "https://"),
        ("public_url", "https://pay.example/?a=b"),
        ("public_url", "https://pay.example/#a"),
        ("database_pool_size", "2"),
        ("database_pool_size", "many"),
        ("rate_limit_per_second", "0"),
        ("rate_limit_per_second", "-1"),
        ("rate_limit_per_second", "fast"),
        ("rate_limit_burst", "0"),
        ("rate_limit_burst", "1.5"),
        ("log_level", "loud"),
        ("access_log", "maybe"),
        ("sign_up_open", "maybe"),
        ("smtp_url", "mail.example"),
        ("smtp_url", "https://mail.example"),
        ("smtp_url", "smtp://"),
        ("smtp_url", "smtp://mail.example:x"),
        ("mail_from", "nobody"),
        ("mail_from", "a@b.example\nBcc: c@d.example"),
        ("moamalat_merchant_id", ""),
        ("moamalat_merchant_key", "not-hexadecimal"),
        ("moamalat_notification_key", ""),
        ("moamalat_api_url", "npg.moamalat.net"),
        ("sadad_token", ""),
        ("sadad_token", "tökén"),
        ("sadad_msisdn_format", "+2189xxxxxxxx"),
        ("sadad_url", "pgw.almadar.ly"),
        ("edfali_pin", ""),
        ("edfali_cmobile_format", "09xxxxxxxx"),
        ("webhook_ports", "443,"),
        ("webhook_ports", "https"),
        ("webhook_ports", "70000"),
        ("webhook_in_flight", "0"),
        ("webhook_answer_days", "0"),
    ],
)
def test_a_wrong_setting_is_named_in_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: str
) -> None:
    others = {"secret_key": KEY} if name == "database_url" else {}
    assert_refused(monkeypatch, name, wrong, **others)


def test_every_wrong_setting_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError) as refused:
        load(monkeypatch, log_level="loud", rate_limit_burst="0")
    assert len(str(refused.value).splitlines()) == 1
    assert "WASL_LOG_LEVEL: " in str(refused.value)
    assert "WASL_RATE_LIMIT_BURST: " in str(refused.value)


def test_the_value_of_a_wrong_secret_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError) as refused:
        load(
            monkeypatch,
            secret_key="hunter2",
            database_url="mysql://wasl:hunter2@db/wasl",
            moamalat_merchant_key="hunter2",
            sadad_token="hunter2ü",
        )
    assert "hunter2" not in str(refused.value)


def test_an_external_database_needs_a_secret_key(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingsError, match="WASL_SECRET_KEY is required"):
        load(monkeypatch, database_url="postgresql://db.example/wasl")
    assert load(monkeypatch, secret_key=KEY).secret_keys() == [KEY]


@pytest.mark.parametrize(
    "alone", [{"smtp_url": "smtps://u:secret@mail.example"}, {"mail_from": "a@b.example"}]
)
def test_a_mail_server_and_a_sender_need_each_other(
    monkeypatch: pytest.MonkeyPatch, alone: dict[str, str]
) -> None:
    with pytest.raises(SettingsError, match="WASL_SMTP_URL and WASL_MAIL_FROM") as refused:
        load(monkeypatch, **alone)
    assert "secret" not in str(refused.value)


def test_the_password_of_the_mail_server_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load(
        monkeypatch, smtp_url="smtps://u:hunter2@mail.example", mail_from="Wasl <a@b.example>"
    )
    assert "hunter2" not in repr(settings)


@pytest.mark.parametrize("provider", ["moamalat", "edfali"])
def test_an_account_is_set_as_a_whole_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch, provider: str
) -> None:
    account = ACCOUNTS[provider]
    for missing in account:
        for name in account:
            monkeypatch.delenv(f"WASL_{name.upper()}", raising=False)
        rest = {name: value for name, value in account.items() if name != missing}
        with pytest.raises(SettingsError, match=f"^WASL_{missing.upper()}: required"):
            load(monkeypatch, **rest)
    whole = load(monkeypatch, **account)
    assert (whole.moamalat_account() is None) == (provider != "moamalat")
    assert (whole.edfali_account() is None) == (provider != "edfali")
    assert whole.sadad_account() is None


def test_settings_are_read_from_a_file_and_the_environment_wins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path(".env").write_text("WASL_LOG_LEVEL=error\nWASL_PUBLIC_URL=https://file.example\n")
    settings = load(monkeypatch, public_url="https://environment.example")
    assert settings.log_level == "error"
    assert settings.public_url == "https://environment.example"


def test_a_setting_in_the_file_that_nobody_knows_is_an_error() -> None:
    Path(".env").write_text("WASL_LOG_LEVLE=error\n")
    with pytest.raises(SettingsError, match=r"(?i)log_levle"):
        load_settings()


def test_a_public_url_loses_its_last_slash(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load(monkeypatch, public_url="https://pay.example/").public_url == "https://pay.example"


def test_several_keys_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = "o" * 32, "n" * 32
    assert load(monkeypatch, secret_key=f"{new}, {old}").secret_keys() == [new, old]


def test_the_embedded_database_gets_a_key_that_is_kept_for_its_owner_alone(
    tmp_path: Path,
) -> None:
    settings = Settings(data_dir=tmp_path / "data")
    [key] = settings.secret_keys()
    assert len(key) >= 32
    assert settings.secret_keys() == [key]
    assert Settings(data_dir=tmp_path / "data").secret_keys() == [key]
    assert Settings(data_dir=tmp_path / "other").secret_keys() != [key]
    [file] = (tmp_path / "data").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_processes_that_start_together_get_the_same_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        keys = pool.map(lambda _: Settings(data_dir=tmp_path / "data").secret_keys(), range(16))
    assert len({tuple(key) for key in keys}) == 1


def test_proxies_are_addresses_or_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WASL_TRUSTED_PROXIES", "10.0.0.0/8, 2001:db8::1")
    assert load_settings().trusted_proxies == ("10.0.0.0/8", "2001:db8::1")
    monkeypatch.setenv("WASL_TRUSTED_PROXIES", "10.0.0.0/8,proxy.internal")
    with pytest.raises(SettingsError, match=r"WASL_TRUSTED_PROXIES: 'proxy\.internal' is no"):
        load_settings()
