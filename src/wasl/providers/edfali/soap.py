"""Edfali's SOAP 1.1: one call with text parameters, one result of text. No I/O."""

from collections.abc import Mapping
from typing import Final
from xml.etree.ElementTree import Element, SubElement, register_namespace, tostring

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring

_SOAP: Final = "http://schemas.xmlsoap.org/soap/envelope/"
_EDFALI: Final = "http://tempuri.org/"

register_namespace("soap", _SOAP)


class MalformedAnswer(Exception):
    """No envelope with exactly one result of text."""


def headers(method: str) -> dict[str, str]:
    return {"Content-Type": "text/xml; charset=utf-8", "SOAPAction": f'"{_EDFALI}{method}"'}


def envelope(method: str, parameters: Mapping[str, str]) -> bytes:
    root = Element(f"{{{_SOAP}}}Envelope")
    call = SubElement(SubElement(root, f"{{{_SOAP}}}Body"), f"{{{_EDFALI}}}{method}")
    for name, value in parameters.items():
        SubElement(call, f"{{{_EDFALI}}}{name}").text = value
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def result(method: str, body: bytes) -> str:
    """The text of `<method>Result`, stripped; empty where the element is empty."""
    try:
        root = fromstring(body, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError):
        # The last two: an encoding that lies about itself, or that no one knows.
        raise MalformedAnswer from None
    path = f"{{{_SOAP}}}Body/{{{_EDFALI}}}{method}Response/{{{_EDFALI}}}{method}Result"
    found = root.findall(path) if root.tag == f"{{{_SOAP}}}Envelope" else []
    if len(found) != 1 or len(found[0]) > 0:
        raise MalformedAnswer
    return (found[0].text or "").strip()
