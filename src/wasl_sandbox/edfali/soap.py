"""SOAP 1.1 envelopes as the service reads and writes them."""

from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element, ParseError
from xml.sax.saxutils import escape

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring
from starlette.responses import Response

SERVICE_NAMESPACE: Final = "http://tempuri.org/"
_ENVELOPE: Final = "{http://schemas.xmlsoap.org/soap/envelope/}"
_MEDIA_TYPE: Final = "text/xml; charset=utf-8"


class SoapFault(Exception):
    """The request cannot be understood; it had no effect."""


@dataclass(frozen=True)
class Call:
    method: str
    arguments: dict[str, str]


def parse_call(body: bytes, soap_action: str | None) -> Call:
    """The action names the method and the body must agree, as it must for ASP.NET."""
    method = _method_of(soap_action)
    element = _body_element(body)
    if element.tag != f"{{{SERVICE_NAMESPACE}}}{method}":
        raise SoapFault("Server did not find the request element in the body.")
    prefix = f"{{{SERVICE_NAMESPACE}}}"
    return Call(
        method, {str(child.tag).removeprefix(prefix): child.text or "" for child in element}
    )


def _method_of(soap_action: str | None) -> str:
    action = (soap_action or "").strip('"')
    if not action.startswith(SERVICE_NAMESPACE):
        raise SoapFault(f"Server did not recognize the value of HTTP Header SOAPAction: {action}.")
    return action.removeprefix(SERVICE_NAMESPACE)


def _body_element(body: bytes) -> Element:
    try:
        envelope = fromstring(body, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise SoapFault("Server was unable to read request. There is an error in XML.") from error
    soap_body = (
        envelope.find(f"{_ENVELOPE}Body") if envelope.tag == f"{_ENVELOPE}Envelope" else None
    )
    if soap_body is None or len(soap_body) != 1:
        raise SoapFault("Server was unable to read request. There is no SOAP 1.1 body.")
    return soap_body[0]


def result(method: str, word: str) -> Response:
    """An empty word is an empty element, as .NET writes an empty string."""
    filled = f"<{method}Result>{escape(word)}</{method}Result>" if word else f"<{method}Result />"
    answer = f'<{method}Response xmlns="{SERVICE_NAMESPACE}">{filled}</{method}Response>'
    return Response(_in_envelope(answer), media_type=_MEDIA_TYPE)


def fault(reason: str) -> Response:
    answer = (
        "<soap:Fault><faultcode>soap:Client</faultcode>"
        f"<faultstring>{escape(reason)}</faultstring><detail /></soap:Fault>"
    )
    return Response(_in_envelope(answer), 500, media_type=_MEDIA_TYPE)


def _in_envelope(body: str) -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?>'
        '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"'
        ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
        ' xmlns:xsd="http://www.w3.org/2001/XMLSchema">'
        f"<soap:Body>{body}</soap:Body></soap:Envelope>"
    )
