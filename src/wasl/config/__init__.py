"""Settings: `WASL_*` environment variables or `.env`. Only bootstrap and cli read them."""

from wasl.config.secret_keys import write_private_file
from wasl.config.settings import Settings, SettingsError, load_settings

__all__ = ["Settings", "SettingsError", "load_settings", "write_private_file"]
