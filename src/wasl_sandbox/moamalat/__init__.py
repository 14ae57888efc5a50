"""Moamalat NPG: cards in a Lightbox, FilterTransactions, notifications."""
