"""Edfali (Bank of Commerce and Development): SOAP 1.1."""
