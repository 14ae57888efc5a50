"""One process that runs the background jobs until it is told to stop."""

import asyncio
import resource
import signal

import uvloop

from wasl.bootstrap import services_on
from wasl.cli.spare_the_collector import spare_the_collector
from wasl.config import Settings
from wasl.domain.application import Method
from wasl.storage.listener import Listener
from wasl.storage.wakeups import CHANNEL
from wasl.task_ending import end_all
from wasl.worker.expire_intents import ExpireIntents
from wasl.worker.in_flight import InFlight
from wasl.worker.job import JobLoop
from wasl.worker.reconcile_attempts import ReconcileAttempts
from wasl.worker.remove_answers import RemoveAnswers
from wasl.worker.send_deliveries import SendDeliveries


def run_worker(settings: Settings, database_url: str) -> None:
    _allow_many_connections()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_work(settings, database_url))


async def _work(settings: Settings, database_url: str) -> None:
    told_to_stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, told_to_stop.set)
    async with services_on(settings, database_url) as services:
        sender = SendDeliveries(
            services.deliver_webhooks,
            InFlight(settings.webhook_in_flight, settings.webhook_in_flight_per_application),
        )
        sending = JobLoop(sender, sender.breath_s)
        sender.on_change = sending.wake
        loops = [
            JobLoop(ExpireIntents(services.expire_payment_intents)),
            *(JobLoop(ReconcileAttempts(services.ask_provider, method)) for method in Method),
            sending,
            JobLoop(RemoveAnswers(services.remove_old_answers)),
        ]
        tasks = [asyncio.create_task(loop.run(), name=loop.name) for loop in loops]
        tasks.append(asyncio.create_task(_waker(database_url, loops).run(), name="waker"))
        spare_the_collector()
        await told_to_stop.wait()
        await end_all(tasks)
        await sender.finish()


def _allow_many_connections() -> None:
    """A connection is a file; where a thousand are allowed, some more usually can be."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _waker(database_url: str, loops: list[JobLoop]) -> Listener:
    by_name = {loop.name: loop for loop in loops}

    def wake(job: str) -> None:
        if job in by_name:
            by_name[job].wake()

    def wake_all() -> None:
        for loop in loops:
            loop.wake()

    return Listener(database_url, {CHANNEL: wake}, on_gap=wake_all)
