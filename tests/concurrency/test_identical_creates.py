"""Many creates at the same moment, against two processes."""

import random
from collections import Counter

from tests.support.bodies import body, full_body
from tests.support.http import answered_by
from tests.support.raw_http import Request
from tests.support.service import PAYMENT_INTENTS, Service

AT_ONCE = 200


def test_identical_creates_at_once_make_one_intent(service: Service) -> None:
    sent = full_body()
    answers = service.all_at_once([("POST", PAYMENT_INTENTS, sent)] * AT_ONCE)
    assert len({answered_by(answer) for answer in answers}) == 2
    assert Counter(a.status_code for a in answers) == {201: 1, 200: AT_ONCE - 1}
    assert len({answer.content for answer in answers}) == 1
    assert service.database.count_intents(sent["merchant_reference"]) == 1


def test_creates_that_differ_in_all_but_the_reference_make_one_intent(service: Service) -> None:
    reference = body()["merchant_reference"]
    requests: list[Request] = [
        ("POST", PAYMENT_INTENTS, body(merchant_reference=reference, amount=1_000 + number))
        for number in range(AT_ONCE)
    ]
    answers = service.all_at_once(requests)
    assert Counter(a.status_code for a in answers) == {201: 1, 200: AT_ONCE - 1}
    assert len({answer.content for answer in answers}) == 1
    assert service.database.count_intents(reference) == 1


def test_a_mix_of_valid_and_invalid_creates_harms_no_neighbour(service: Service) -> None:
    shared = full_body()
    kinds: dict[str, list[object]] = {
        "identical": [shared] * 80,
        "of its own": [full_body(amount=1_000 + number) for number in range(60)],
        "repeat whose expiry is past": [shared | {"expires_at": "2020-01-01T00:00:00Z"}] * 10,
        "expiry past": [full_body(expires_at="2020-01-01T00:00:00Z") for _ in range(10)],
        "amount": [shared | {"amount": 1}] * 10,
        "description": [full_body(description="a\x00b") for _ in range(10)],
        "metadata.k": [full_body(metadata={"k": 1}) for _ in range(10)],
        "body": [[shared]] * 10,
    }
    requests = [(kind, sent) for kind, bodies in kinds.items() for sent in bodies]
    random.Random(7).shuffle(requests)
    # A repeat with a past expiry is one only if the intent is there.
    service.all_at_once([("POST", PAYMENT_INTENTS, shared)])
    answers = service.all_at_once([("POST", PAYMENT_INTENTS, sent) for _, sent in requests])
    by_kind = [(kind, sent, a) for (kind, sent), a in zip(requests, answers, strict=True)]
    repeats = {
        answer.content
        for kind, _, answer in by_kind
        if kind in ("identical", "repeat whose expiry is past")
    }
    assert len(repeats) == 1
    for kind, sent, answer in by_kind:
        if kind in ("identical", "repeat whose expiry is past"):
            assert answer.status_code == 200
        elif kind == "of its own":
            assert isinstance(sent, dict)
            assert answer.status_code == 201
            assert answer.json()["data"]["merchant_reference"] == sent["merchant_reference"]
            assert answer.json()["data"]["amount"] == sent["amount"]
        else:
            assert answer.status_code == 422
            field = "expires_at" if kind == "expiry past" else kind
            assert list(answer.json()["errors"]) == [field]


def test_many_references_shared_by_both_processes_never_wait_in_a_circle(
    service: Service,
) -> None:
    """Batches that hold the same references in another order could block each other."""
    shuffler = random.Random(11)
    bodies = [body() for _ in range(40)]
    requests: list[Request] = [("POST", PAYMENT_INTENTS, sent) for sent in bodies * 10]
    shuffler.shuffle(requests)
    answers = service.all_at_once(requests)
    assert Counter(a.status_code for a in answers) == {201: 40, 200: 360}
    assert len({answer.json()["data"]["uuid"] for answer in answers}) == 40
