"""The process that owns a Ray cluster on this machine, until its standard input is closed."""

from __future__ import annotations

import logging
import os
import shutil
import signal
import sys
from typing import NoReturn

import msgspec

from lanista.core.errors import Terminated
from lanista.series.cluster.connection import load_ray, undisturbed
from lanista.series.cluster.own_cluster import HeadAnswer, HeadOrder

OBJECT_STORE = 256 * 2**20  # bytes, for the archives of bots and replays on their way
SETTINGS = {
    "worker_niceness": 0,  # bots have the priority that they have in a local pool
    "prestart_worker_first_driver": False,  # only one process runs there, and it is ours
    "enable_worker_prestart": False,
    "memory_monitor_refresh_ms": 0,  # it would end all matches of a node because one bot takes too much memory
}


def main() -> None:
    """Start the cluster that standard input orders, and end it when standard input is closed."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # anything printed by Ray is not an answer
    signal.signal(signal.SIGTERM, _stop)
    order = msgspec.json.decode(sys.stdin.buffer.readline(), type=HeadOrder)
    try:
        answers.write(msgspec.json.encode(_start(order)) + b"\n")
        sys.stdin.buffer.read()
    except (Terminated, BrokenPipeError):
        pass
    finally:
        load_ray().shutdown()
        shutil.rmtree(order.folder, ignore_errors=True)


def _start(order: HeadOrder) -> HeadAnswer:
    ray = load_ray()
    try:
        with undisturbed():
            context = ray.init(
                num_cpus=order.cores,
                num_gpus=0,
                include_dashboard=False,
                log_to_driver=False,
                logging_level=logging.CRITICAL,
                object_store_memory=OBJECT_STORE,
                _node_ip_address="127.0.0.1",
                _temp_dir=order.folder,
                _system_config=SETTINGS,
            )
    except Exception as error:  # noqa: BLE001 - Ray raises this very class when it takes too long
        return HeadAnswer(error=f"{type(error).__name__}: {error}")
    return HeadAnswer(context.address_info["gcs_address"])


def _stop(*_: object) -> NoReturn:
    """End the cluster by an exception."""
    signal.signal(signal.SIGTERM, lambda *_: None)
    raise Terminated


if __name__ == "__main__":
    main()
