from xml.etree import ElementTree as ET

from wasl.web.qr_code import qr_svg


def test_a_qr_picture_is_one_svg_element_that_asks_nobody_for_anything() -> None:
    picture = qr_svg("otpauth://totp/Wasl:salma%40shop.example?secret=ABC&issuer=Wasl")
    root = ET.fromstring(picture)
    assert root.tag.endswith("svg")
    assert root.attrib["viewBox"]
    assert "href" not in picture
    assert "#fff" in picture
