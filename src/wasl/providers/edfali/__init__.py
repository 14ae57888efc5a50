"""Edfali by the Bank of Commerce and Development: phone, then a code by text message, over SOAP."""
