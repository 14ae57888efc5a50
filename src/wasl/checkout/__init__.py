"""The hosted pages a customer pays on."""
