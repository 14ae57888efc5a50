"""`wasl listen` and the receiver it forwards to."""

import os
import pty
import re
import signal
import socket
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.listen.commands import Command, Commands
from tests.listen.site import Merchant, Site, delivery_id
from tests.support.cli import environment
from tests.support.waiting import wait_for
from tests.webhooks.receiver import Receiver, answer, in_turn, receiver_in_a_thread, reset
from wasl.domain.application import Mode
from wasl.domain.errors import AccessTokenRejected, LiveApplicationRefused


def listen(site: Site, commands: Commands, merchant: Merchant, to: str, *options: str) -> Command:
    return commands.start(
        *("listen", "--server", site.server.url, "--forward-to", to, *options),
        token=merchant.token,
    )


def listening(site: Site, commands: Commands, merchant: Merchant, to: str) -> Command:
    """From now on."""
    command = listen(site, commands, merchant, to)
    command.wait_until_said("First time here")
    return command


def received_ids(receiver: Receiver) -> list[str]:
    return [delivery_id(one) for one in list(receiver.received)]


def test_each_event_is_shown_with_its_answer(
    site: Site, commands: Commands, merchant: Merchant, receiver: Receiver
) -> None:
    site.pay(merchant)
    command = listening(site, commands, merchant, receiver.url())
    happened = site.pay(merchant)
    wait_for(lambda: received_ids(receiver) == [happened])
    intent = site.events.value(
        "SELECT payment_intent_uuid FROM events WHERE id::text = $1", happened
    )
    line = rf"^\d\d:\d\d:\d\d  payment_intent\.succeeded  {intent}  → 200  \d+ ms$"
    wait_for(lambda: re.search(line, command.output(), re.MULTILINE))
    assert "\x1b" not in command.output()
    assert command.end() == 0
    assert command.output().splitlines()[-1].endswith("The next start goes on from here.")


def test_what_happens_while_nobody_listens_comes_later(
    site: Site, commands: Commands, merchant: Merchant, receiver: Receiver
) -> None:
    """Also if the first run had nothing to forward."""
    listening(site, commands, merchant, receiver.url()).end(signal.SIGTERM)
    missed = site.pay(merchant)
    command = listen(site, commands, merchant, receiver.url())
    wait_for(lambda: received_ids(receiver) == [missed])
    command.wait_until_said("Going on where the last run stopped")


def test_from_says_where_to_begin(
    site: Site, commands: Commands, merchant: Merchant, receiver: Receiver
) -> None:
    first = site.pay(merchant)
    command = listen(site, commands, merchant, receiver.url(), "--from", "start")
    wait_for(lambda: received_ids(receiver) == [first])
    command.wait_until_said("→ 200")
    command.end()
    site.pay(merchant)
    command = listen(site, commands, merchant, receiver.url(), "--from", "now")
    command.wait_until_said("Listening to")
    third = wait_for(lambda: site.pay(merchant))
    wait_for(lambda: third in received_ids(receiver))
    assert received_ids(receiver) == [first, third]


def test_a_receiver_that_is_not_there_is_waited_for(
    site: Site, commands: Commands, merchant: Merchant
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    command = listening(site, commands, merchant, f"http://127.0.0.1:{port}/hook")
    happened = [site.pay(merchant), site.pay(merchant)]
    command.wait_until_said("Waiting for the receiver")
    # A restart in between changes nothing.
    command.end(signal.SIGKILL)
    with receiver_in_a_thread() as receiver:
        command = listen(site, commands, merchant, receiver.url())
        wait_for(lambda: received_ids(receiver) == happened)


def test_a_receiver_that_comes_back_gets_what_it_missed(
    site: Site, commands: Commands, merchant: Merchant
) -> None:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{listener.getsockname()[1]}/hook"
    command = listening(site, commands, merchant, url)
    site.pay(merchant)
    command.wait_until_said("Waiting for the receiver")
    listener.listen()
    with listener, listener.accept()[0] as connection:
        connection.recv(65536)
        connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
        command.wait_until_said("The receiver is there")
        command.wait_until_said("→ 204")


def test_an_error_is_shown_and_tried_again(
    site: Site, commands: Commands, merchant: Merchant, receiver: Receiver
) -> None:
    wrong = answer(500, b"\x1b[2JKeyError: 'uuid'\nat line 7")
    receiver.otherwise = in_turn(wrong, reset, answer(302), answer(200))
    command = listening(site, commands, merchant, receiver.url())
    happened = site.pay(merchant)
    command.wait_until_said("→ 200")
    assert received_ids(receiver) == [happened] * 4
    assert "→ 500 [2JKeyError: 'uuid'  " in command.output()
    assert "closed before the answer" in command.output()
    assert "→ 302" in command.output()
    assert not {"\x1b", "line 7", "Given up"} & set(command.output().split())
    assert "\x1b" not in command.output()
    assert "line 7" not in command.output()


def test_an_error_that_stays_does_not_hold_up_the_next(
    site: Site, commands: Commands, merchant: Merchant, receiver: Receiver
) -> None:
    receiver.otherwise = in_turn(*[answer(500)] * 4, answer(200))
    command = listening(site, commands, merchant, receiver.url())
    bad, good = site.pay(merchant), site.pay(merchant)
    wait_for(lambda: received_ids(receiver) == [bad] * 4 + [good])
    command.wait_until_said("→ 200")
    command.end()
    # It is over: the next start does not bring it again, but the cursor that was printed does.
    found = re.search(r"Given up\. To see it again: wasl listen --from (\S+)", command.output())
    assert found is not None
    command = listen(site, commands, merchant, receiver.url(), "--from", found[1])
    wait_for(lambda: received_ids(receiver)[5:] == [bad, good])


def test_a_second_listener_is_refused(
    site: Site, commands: Commands, merchant: Merchant, receiver: Receiver
) -> None:
    listening(site, commands, merchant, receiver.url())
    second = listen(site, commands, merchant, receiver.url())
    assert second.wait() == 1
    assert "another `wasl listen`" in second.output().splitlines()[-1]
    other = listening(site, commands, site.new_merchant(), receiver.url())
    assert other.end() == 0


def test_a_revoked_token_stops_it(
    site: Site, commands: Commands, merchant: Merchant, receiver: Receiver
) -> None:
    command = listening(site, commands, merchant, receiver.url())
    site.events.run(site.events.services.revoke_credential(merchant.token, datetime.now(UTC)))
    assert command.wait() == 1
    assert command.output().splitlines()[-1] == f"wasl: {AccessTokenRejected()}"


def test_a_live_application_is_refused(site: Site, commands: Commands, receiver: Receiver) -> None:
    command = listen(site, commands, site.new_merchant(Mode.LIVE), receiver.url())
    assert command.wait() == 1
    assert command.output() == f"wasl: {LiveApplicationRefused()}\n"


def test_without_a_token_it_says_what_is_missing(site: Site, commands: Commands) -> None:
    code, output = commands.run("listen", "--forward-to", "http://localhost:3000/hook")
    assert code == 1
    assert output.startswith("wasl: ")
    assert "WASL_ACCESS_TOKEN" in output


@pytest.mark.parametrize("address", ["localhost:3000/hook", "ftp://localhost", "http://", "x"])
def test_an_address_that_leads_nowhere_is_refused(commands: Commands, address: str) -> None:
    code, output = commands.run("listen", "--forward-to", address, token="at_any")
    assert code == 2
    assert "http://localhost:3000/hook" in output


def test_a_spoiled_cursor_file_is_told(
    site: Site, commands: Commands, merchant: Merchant, receiver: Receiver, tmp_path: Path
) -> None:
    listening(site, commands, merchant, receiver.url()).end()
    [kept] = (tmp_path / "state" / "wasl" / "listen").glob("*.json")
    assert str(merchant.id) in kept.name
    kept.write_text("{")
    command = listen(site, commands, merchant, receiver.url())
    assert command.wait() == 1
    assert "--from now" in command.output().splitlines()[-1]


def test_at_a_terminal_it_shows_colours(
    site: Site, merchant: Merchant, receiver: Receiver, tmp_path: Path
) -> None:
    """The command as it is installed, with the demo application of its folder."""
    (tmp_path / ".wasl").mkdir()
    kept = tmp_path / ".wasl" / "demo_application.json"
    kept.write_text(f'{{"access_token": "{merchant.token}"}}')
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "wasl", "listen", "--from", "start"),
            *("--server", site.server.url, "--forward-to", receiver.url()),
        ],
        cwd=tmp_path,
        env=environment(None) | {"XDG_STATE_HOME": str(tmp_path), "TERM": "xterm-256color"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    site.pay(merchant)
    wait_for(lambda: receiver.received)
    shown = _read_until(ours, b" ms")
    assert b"\x1b[32m200" in shown
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0
    os.close(ours)


def _read_until(terminal: int, words: bytes) -> bytes:
    shown = b""
    while words not in shown:
        shown += os.read(terminal, 4096)
    return shown
