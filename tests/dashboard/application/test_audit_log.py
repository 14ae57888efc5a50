"""What was done to an application says in the audit log what it was done to."""

import json
from datetime import UTC, datetime

from tests.dashboard.application.shop import Shop
from tests.dashboard.application.test_credentials import credential_id, issue
from tests.dashboard.application.test_webhook import set_url
from tests.webhooks.receiver import Receiver
from wasl.domain.payment_intent import new_uuid


def test_the_log_leads_to_what_was_acted_on(shop: Shop, receiver: Receiver) -> None:
    set_url(shop, receiver.url())
    shop.open("/webhook")
    delivery = shop.owner.send("/webhook/test").path.rpartition("/")[2]
    shop.owner.send("/resend")
    token = issue(shop, "access_token", name="till")
    credential = credential_id(shop, token)
    shop.open("/credentials")
    shop.owner.send(f"/credentials/{credential}/revoke")
    payment = shop.seed_payment()
    shop.service.database.execute(
        "INSERT INTO audit_log (id, account_id, application_id, actor, action, subject, detail,"
        " created_at) VALUES ($1, $2, $3, 'operator', 'attempt.resolved', $4, $5, now())",
        *(new_uuid(datetime.now(UTC)), shop.account, shop.id, str(new_uuid(datetime.now(UTC)))),
        json.dumps({"verdict": "paid", "evidence": "slip", "payment_intent": str(payment)}),
    )
    page = shop.owner.open(f"/accounts/{shop.account}/audit-log")
    for path in (f"/deliveries/{delivery}", f"/payments/{payment}", "/credentials"):
        assert f"/dashboard{shop.path(path)}" in page.links
    assert f"/dashboard{shop.path('/credentials')}?revoked=yes" in page.links
    assert page.links.count(f"/dashboard{shop.path(f'/deliveries/{delivery}')}") == 2
    assert f"Delivery …{delivery[-12:]} Payment succeeded" in page.text
    assert f"Payment …{str(payment)[-12:]} It was paid · Evidence: slip" in page.text
    assert (
        f"Credential …{credential[-12:]} Access token · till · Ends in: {token[-4:]}" in page.text
    )
