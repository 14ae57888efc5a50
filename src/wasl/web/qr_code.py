"""QR pictures, drawn by ourselves: no other site learns what they say."""

import segno


def qr_svg(text: str) -> str:
    """An SVG element for a page; dark on light in every colour scheme, as cameras need it."""
    return segno.make(text, error="m").svg_inline(
        scale=4, border=4, dark="#000", light="#fff", omitsize=True
    )
