"""The guide for merchants' developers at /docs, in Arabic and English."""
