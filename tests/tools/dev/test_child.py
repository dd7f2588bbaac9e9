"""Jobs in processes of their own: they can be ended at any moment, and leave nothing behind."""

import queue
from pathlib import Path

import pytest

from lanista.tools.dev import child
from lanista.tools.dev.child import ChildJob, Children, WorkerProcess
from lanista.tools.dev.job import Broken, BuildStarted, DevJob, Failed, FirstMatch, JobEnded, JobEvent
from tests.processes import SECONDS, eventually, is_gone
from tests.tools.dev.made import make_job, write

SLEEPY = """
import os, time
open("pid", "w").write(str(os.getpid()))
def move(view):
    time.sleep(1000)
"""


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


class Reports:
    """The reports of a job, from its thread."""

    def __init__(self) -> None:
        self.events: queue.SimpleQueue[JobEvent] = queue.SimpleQueue()

    def until(self, kind: type[JobEvent]) -> JobEvent:
        while not isinstance(event := self.events.get(timeout=SECONDS), kind):
            pass
        return event


def job_of(text: str) -> DevJob:
    write("mybot.py", text)
    _, _, job = make_job()
    return job


@pytest.mark.usefixtures("unconfined")  # the process says its id in a file
def test_a_job_that_is_stopped_leaves_no_process():
    reports = Reports()
    with Children(spare=False) as children:
        write("mybot.py", SLEEPY)
        _, _, job = make_job()
        running = children(job, reports.events.put)
        eventually(lambda: Path("pid").exists() and Path("pid").read_text() != "")
        running.stop()
        assert is_gone(running._process.pid)
        eventually(lambda: is_gone(int(Path("pid").read_text())))
        while not reports.events.empty():
            assert not isinstance(reports.events.get(), JobEnded | Failed | FirstMatch)


@pytest.mark.usefixtures("unconfined")  # the process says its id in a file
def test_a_build_that_is_stopped_leaves_no_process():
    reports = Reports()
    Path("bot").mkdir()
    write("bot/lanista.toml", 'build = "sh make.sh"\ncommand = "./bot"\n')
    write("bot/make.sh", "echo $$ > ../pid; exec sleep 1000\n")
    _, _, job = make_job("bot")
    running = ChildJob(WorkerProcess(), job, reports.events.put)
    eventually(lambda: Path("pid").exists() and Path("pid").read_text().strip() != "")
    running.stop()
    eventually(lambda: is_gone(int(Path("pid").read_text())))


def test_the_next_job_finds_a_process_that_is_ready():
    reports = Reports()
    with Children(spare=True) as children:
        first = children(job_of("def"), reports.events.put)
        assert isinstance(reports.until(Broken), Broken)
        eventually(lambda: children._spare is not None)
        spare = children._spare
        assert spare is not None
        second = children(job_of("class"), reports.events.put)
        assert second._process is spare
        reports.until(Broken)
        eventually(lambda: children._spare is not None)
        left = children._spare
        assert left is not None
        for job in (first, second):
            job.stop()
    assert is_gone(left.pid)


def test_a_process_that_dies_is_reported():
    reports = Reports()
    running = ChildJob(WorkerProcess(), job_of(SLEEPY), reports.events.put)
    reports.until(BuildStarted)
    running._process._process.kill()
    failed = reports.until(Failed)
    assert isinstance(failed, Failed)
    assert "the process that played the matches ended" in failed.reason
    reports.until(JobEnded)
    running.stop()


def test_a_process_that_does_not_end_is_killed(monkeypatch):
    monkeypatch.setattr(child, "STOP_SECONDS", 0.0)
    running = ChildJob(WorkerProcess(), job_of(SLEEPY), lambda event: None)
    running.stop()
    assert is_gone(running._process.pid)
