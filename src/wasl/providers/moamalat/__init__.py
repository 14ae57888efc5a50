"""Moamalat NPG, the national card switch: the customer pays in its Lightbox, and we ask it."""
