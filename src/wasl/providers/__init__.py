"""The payment providers: one folder each, which knows its provider's wire protocol and no other.

In every folder `account.py` holds what a merchant's account needs and every detail of the
protocol that public sources leave open, `translate.py` turns charges into requests and answers
into results without any I/O, and `client.py` does the I/O and meets `provider_interface.Provider`.
"""
