"""One process that runs the background jobs until it is told to stop."""

import asyncio
import signal

import uvloop

from wasl.bootstrap import services_on
from wasl.config import Settings
from wasl.worker.expire_intents import ExpireIntents
from wasl.worker.job import run_for_ever


def run_worker(settings: Settings, database_url: str) -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_work(settings, database_url))


async def _work(settings: Settings, database_url: str) -> None:
    told_to_stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, told_to_stop.set)
    keys = settings.secret_keys()
    async with services_on(database_url, keys, settings.database_pool_size) as services:
        jobs = [ExpireIntents(services.expire_payment_intents)]
        running = [asyncio.create_task(run_for_ever(job), name=job.name) for job in jobs]
        await told_to_stop.wait()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
