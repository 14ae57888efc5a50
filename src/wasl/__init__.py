"""Wasl: payment intents in Libyan dinar."""

__version__ = "0.1.0"
