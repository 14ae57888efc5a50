"""A small shop that takes payments with Wasl: a model of a correct merchant.

Read `app.py` first. It uses the SDK and nothing else of Wasl.
"""
