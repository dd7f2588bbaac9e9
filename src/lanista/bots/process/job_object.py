"""The processes of one bot on Windows, in a job object, which ends all of them together."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from contextlib import suppress

KILL_ON_JOB_CLOSE = 0x2000
EXTENDED_LIMITS = 9  # the class of information that JOBOBJECT_EXTENDED_LIMIT_INFORMATION is
ENDED_BY_US = 1  # exit status of a process that is ended with its job
KILL_SECONDS = 5.0


class _BasicLimits(ctypes.Structure):
    _fields_ = (
        ("PerProcessUserTimeLimit", ctypes.c_int64),
        ("PerJobUserTimeLimit", ctypes.c_int64),
        ("LimitFlags", ctypes.c_uint32),
        ("MinimumWorkingSetSize", ctypes.c_size_t),
        ("MaximumWorkingSetSize", ctypes.c_size_t),
        ("ActiveProcessLimit", ctypes.c_uint32),
        ("Affinity", ctypes.c_size_t),
        ("PriorityClass", ctypes.c_uint32),
        ("SchedulingClass", ctypes.c_uint32),
    )


class _ExtendedLimits(ctypes.Structure):
    _fields_ = (
        ("BasicLimitInformation", _BasicLimits),
        ("IoInfo", ctypes.c_uint64 * 6),
        ("ProcessMemoryLimit", ctypes.c_size_t),
        ("JobMemoryLimit", ctypes.c_size_t),
        ("PeakProcessMemoryUsed", ctypes.c_size_t),
        ("PeakJobMemoryUsed", ctypes.c_size_t),
    )


class ProcessTree:
    """Owns a bot's processes; without a job object, `taskkill` follows the parents that the system still knows."""

    def __init__(self) -> None:
        self._processes: list[subprocess.Popen[bytes]] = []
        self._job = _new_job()

    def add(self, process: subprocess.Popen[bytes]) -> None:
        """Own a process that was just started, and all that it starts from now on."""
        self._processes.append(process)
        if self._job and not _assign(self._job, process):
            _close_handle(self._job)
            self._job = 0

    def end(self) -> None:
        """End all of them; may be called twice."""
        if self._job:
            _terminate(self._job)
            return
        for process in self._processes:
            if process.poll() is None:
                _kill_tree(process)

    def close(self) -> None:
        """End all of them, and wait for those that were added."""
        self.end()
        for process in self._processes:
            with suppress(subprocess.TimeoutExpired):
                process.wait(KILL_SECONDS)
            for stream in (process.stdout, process.stderr):
                if stream is not None:
                    stream.close()
        job, self._job = self._job, 0
        if job:
            _close_handle(job)


def _kill_tree(process: subprocess.Popen[bytes]) -> None:
    """End a process and its children, then the process itself if that failed."""
    with suppress(OSError, subprocess.TimeoutExpired):
        command = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        subprocess.run(command, capture_output=True, check=False, timeout=KILL_SECONDS)
    with suppress(OSError):
        process.kill()


if sys.platform == "win32" and hasattr(ctypes, "WinDLL"):
    from ctypes import wintypes

    _kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    _kernel.CreateJobObjectW.restype = wintypes.HANDLE
    _kernel.CreateJobObjectW.argtypes = (ctypes.c_void_p, wintypes.LPCWSTR)
    _kernel.SetInformationJobObject.argtypes = (wintypes.HANDLE, ctypes.c_int, ctypes.c_void_p, wintypes.DWORD)
    _kernel.AssignProcessToJobObject.argtypes = (wintypes.HANDLE, wintypes.HANDLE)
    _kernel.TerminateJobObject.argtypes = (wintypes.HANDLE, wintypes.UINT)
    _kernel.CloseHandle.argtypes = (wintypes.HANDLE,)

    def _new_job() -> int:
        """A job that ends with our handle on it; 0 if there is none."""
        job = _kernel.CreateJobObjectW(None, None)
        limits = _ExtendedLimits()
        limits.BasicLimitInformation.LimitFlags = KILL_ON_JOB_CLOSE
        size = ctypes.sizeof(limits)
        if job and not _kernel.SetInformationJobObject(job, EXTENDED_LIMITS, ctypes.byref(limits), size):
            _close_handle(job)
            return 0
        return int(job or 0)

    def _assign(job: int, process: subprocess.Popen[bytes]) -> bool:
        return bool(_kernel.AssignProcessToJobObject(job, int(process._handle)))  # type: ignore[attr-defined]

    def _terminate(job: int) -> None:
        _kernel.TerminateJobObject(job, ENDED_BY_US)

    def _close_handle(job: int) -> None:
        _kernel.CloseHandle(job)

else:

    def _new_job() -> int:
        return 0

    def _assign(job: int, process: subprocess.Popen[bytes]) -> bool:
        return False

    def _terminate(job: int) -> None:
        """Never called: there is no job."""

    _close_handle = _terminate
