"""Every code block of the guide is run, or compared with what really happens."""

import json
import re
import shlex
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.guide import answers, quick_start, receivers
from tests.guide.blocks import ALL, PORT, Block, Kind, block, blocks_of
from tests.support.service import PAYMENT_INTENTS, Service
from tests.support.waiting import wait_for
from tests.webhooks.receiver import receiver_in_a_thread
from wasl.domain.event import EventKind
from wasl.domain.payment_intent import ALLOWED_NEXT, Status
from wasl.guide import contents
from wasl.guide.state_diagram import START, arrows_in
from wasl.web.language import Language
from wasl_sdk import verify_webhook

Runner = Callable[[Service, Path], None]


def _shown_answer(name: str, service: Service, _: Path) -> None:
    shown = json.loads(block("json", name).code)
    real = answers.ANSWERS[name](answers.reader(service))
    if "data" in shown:
        assert answers.shape(shown) == answers.shape(real)
        assert list(shown["data"]) == list(real["data"])
        own = ("merchant_reference", "amount", "currency", "status", "description", "return_url")
        assert {k: shown["data"][k] for k in own} == {k: real["data"][k] for k in own}
    else:
        assert shown == real


def _wrong_fields(service: Service, folder: Path) -> None:
    shown = json.loads(block("json", "wrong-fields").code)
    assert quick_start.wrong_fields(answers.reader(service), folder) == shown


def _delivery(service: Service, _: Path) -> None:
    received = answers.a_real_delivery(service)
    answers.assert_shows(block("http", "delivery").code, received)


def _listen_and_trigger(service: Service, folder: Path) -> None:
    merchant = answers.reader(service)
    with receiver_in_a_thread() as receiver:
        port = receiver.url("").rpartition(":")[2]
        environment = merchant.environment() | {"XDG_STATE_HOME": str(folder)}
        commands = [
            shlex.split(merchant.filled_in(block("sh", name).code).replace(PORT, port))
            for name in ("listen", "trigger")
        ]
        output = folder / "output"
        with output.open("wb") as said:
            listening = subprocess.Popen(commands[0], env=environment, cwd=folder, stdout=said)
        try:
            wait_for(lambda: "from now on" in output.read_text())
            subprocess.run(commands[1], env=environment, cwd=folder, timeout=60, check=True)
            wait_for(lambda: len(receiver.received) == 1)
        finally:
            listening.terminate()
            assert listening.wait(30) == 0
        (received,) = receiver.received
    assert received.path == "/webhooks/wasl"
    event = verify_webhook(
        received.body, received.headers["service-signature"], merchant.application.webhook_secret
    )
    assert event.event == EventKind.SUCCEEDED
    with service.client(merchant.application.headers) as client:
        paid = client.get(f"{PAYMENT_INTENTS}/{event.payment_intent_uuid}").json()["data"]
    assert (paid["status"], paid["amount"]) == ("succeeded", 25_000)


def _signature(service: Service, _: Path) -> None:
    printed = answers.printed_signature()
    assert printed == block("text", "signature").code
    assert printed.split()[0] in block("http", "delivery").code


def _states(service: Service, _: Path) -> None:
    arrows = arrows_in(block("mermaid", "states").code)
    drawn = {(arrow.source, arrow.target) for arrow in arrows}
    allowed = {(source.value, target.value) for source, of in ALLOWED_NEXT.items() for target in of}
    assert drawn == allowed | {(START, Status.REQUIRES_PAYMENT_METHOD.value)}
    assert len(arrows) == len(drawn)


def _quick_start(kind: Kind) -> Runner:
    return partial(quick_start.quick_start, kind=kind)


def _receiver(name: str) -> Runner:
    return partial(receivers.meets_its_obligations, name)


def _answer(name: str) -> Runner:
    return partial(_shown_answer, name)


# Which blocks a story runs, by what stands behind their opening fences.
Story = tuple[Runner, list[tuple[Kind, str]]]

_SHOWN_ANSWERS: list[Story] = [(_answer(name), [("json", name)]) for name in answers.ANSWERS]

STORIES: list[Story] = [
    (_quick_start("sh"), [("sh", "credentials"), ("sh", "create"), ("sh", "retrieve")]),
    (_quick_start("python"), [("python", "create.py"), ("python", "retrieve.py")]),
    (_quick_start("js"), [("js", "create.mjs"), ("js", "retrieve.mjs")]),
    (_quick_start("php"), [("php", "create.php"), ("php", "retrieve.php")]),
    (_receiver("shop"), [("python", "shop.py"), ("sh", "run-shop")]),
    (_receiver("python"), [("python", "receiver.py"), ("sh", "run-receiver-python")]),
    (_receiver("node"), [("js", "receiver.mjs"), ("sh", "run-receiver-node")]),
    (
        _receiver("php"),
        [
            *(("php", "shop.php"), ("php", "webhook.php"), ("php", "work.php")),
            *(("sh", "run-receiver-php"), ("sh", "run-work-php")),
        ],
    ),
    *_SHOWN_ANSWERS,
    (_wrong_fields, [("sh", "wrong-fields"), ("json", "wrong-fields")]),
    (_delivery, [("http", "delivery")]),
    (_listen_and_trigger, [("sh", "listen"), ("sh", "trigger")]),
    (_signature, [("sh", "signature"), ("text", "signature")]),
    (_states, [("mermaid", "states")]),
]


def test_every_block_belongs_to_one_story() -> None:
    told = [block(*each) for _, blocks in STORIES for each in blocks]
    assert sorted(map(str, told)) == sorted(map(str, ALL))


@pytest.mark.parametrize(
    ("run", "blocks"), STORIES, ids=["+".join(f"{k}:{n}" for k, n in b) for _, b in STORIES]
)
def test_the_story_goes_as_the_guide_says(
    wasl: Service, tmp_path: Path, run: Runner, blocks: list[tuple[Kind, str]]
) -> None:
    assert blocks
    run(wasl, tmp_path)


@pytest.mark.parametrize("name", receivers.EXAMPLES)
def test_a_receiver_compares_the_amount(wasl: Service, tmp_path: Path, name: str) -> None:
    receivers.compares_the_amount(name, wasl, tmp_path)


def test_the_return_page_fetches_the_intent(wasl: Service, tmp_path: Path) -> None:
    receivers.shows_the_result_on_return(wasl, tmp_path)


@pytest.mark.parametrize(
    ("of", "function"),
    [
        (("python", "receiver.py"), "hmac.compare_digest("),
        (("js", "receiver.mjs"), "timingSafeEqual("),
        (("php", "webhook.php"), "hash_equals("),
    ],
)
def test_signatures_are_compared_in_constant_time(of: tuple[Kind, str], function: str) -> None:
    """Which no answer shows: for every secret, with the function that is made for it."""
    code = block(*of).code
    assert function in code
    assert not re.search(r"(given|signature)\W? ?={2,3} ?\$?(right|expected|signed)", code)


@pytest.mark.parametrize("page", contents.PAGES)
def test_the_code_is_the_same_in_both_languages(page: str) -> None:
    def code(language: Language) -> list[Block]:
        return [one for one in blocks_of(page, language) if one.kind != "mermaid"]

    assert code(Language.ARABIC) == code(Language.ENGLISH)


def test_the_diagram_has_the_same_arrows_in_both_languages() -> None:
    def arrows(language: Language) -> list[tuple[str, str]]:
        blocks = blocks_of("lifecycle", language)
        (drawn,) = [one for one in blocks if one.kind == "mermaid"]
        return [arrow[:2] for arrow in arrows_in(drawn.code)]

    assert arrows(Language.ARABIC) == arrows(Language.ENGLISH)
