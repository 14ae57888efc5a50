"""Speaks SOAP to Edfali as any client would: nothing here is shared with our adapter."""

from xml.etree import ElementTree as ET

import httpx

from tests.sandbox.running import SETTINGS

ADDRESS = "/api/BCDUssd/NewEdfali.asmx"

ENVELOPE = (
    '<?xml version="1.0" encoding="utf-8"?>'
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">'
    "<soap:Body>{body}</soap:Body></soap:Envelope>"
)


def post(sandbox: httpx.Client, method: str, content: str | bytes) -> httpx.Response:
    return sandbox.post(
        ADDRESS,
        content=content,
        headers={
            "Content-Type": "text/xml; charset=utf-8",
            "SOAPAction": f'"http://tempuri.org/{method}"',
        },
    )


def call(sandbox: httpx.Client, method: str, **arguments: str) -> httpx.Response:
    filled = "".join(f"<{name}>{value}</{name}>" for name, value in arguments.items())
    body = f'<{method} xmlns="http://tempuri.org/">{filled}</{method}>'
    return post(sandbox, method, ENVELOPE.format(body=body))


def word(answer: httpx.Response, method: str) -> str:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/xml; charset=utf-8"
    found = ET.fromstring(answer.content).find(
        "{http://schemas.xmlsoap.org/soap/envelope/}Body"
        f"/{{http://tempuri.org/}}{method}Response/{{http://tempuri.org/}}{method}Result"
    )
    assert found is not None, answer.text
    return found.text or ""


def begin(sandbox: httpx.Client, phone: str = "+218920000001", **changes: str) -> str:
    arguments = {
        "Mobile": SETTINGS.edfali_merchant_mobile,
        "Pin": SETTINGS.edfali_merchant_pin,
        "Cmobile": phone,
        "Amount": "25.50",
        "PW": SETTINGS.edfali_service_password,
    }
    return word(call(sandbox, "DoPTrans", **arguments | changes), "DoPTrans")


def confirm(sandbox: httpx.Client, session: str, code: str = "1111", **changes: str) -> str:
    arguments = {
        "Mobile": SETTINGS.edfali_merchant_mobile,
        "Pin": code,
        "sessionID": session,
        "PW": SETTINGS.edfali_service_password,
    }
    return word(call(sandbox, "OnlineConfTrans", **arguments | changes), "OnlineConfTrans")
