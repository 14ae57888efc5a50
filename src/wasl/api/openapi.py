"""placeholder"""

from wasl.web.json_response import send_json


class OpenApiEndpoint:
    def __init__(self, public_url):
        pass

    async def __call__(self, scope, receive, send):
        await send_json(send, 200, b"{}")
