"""One running bot: a module's instance with its fuel and memory, and the end that it comes to."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Any, Protocol

import wasmtime

from lanista.bots.wasm import metering
from lanista.bots.wasm.calls import EngineFunction, LinearMemory, Variable
from lanista.bots.wasm.engine import engine, ticking, tracked
from lanista.bots.wasm.module import ALLOC, MEMORY, START, TURN, MeteredModule, Shape
from lanista.bots.wasm.wasi import Exited, Wasi
from lanista.core.errors import EngineError
from lanista.core.text import MAX_QUOTED, describe, inert
from lanista.core.verdict import Verdict

MAX_FUEL = 2**62
GUARD_TICKS = 12  # of the engine: what a call may take in real time, by our fault after that
FUEL_PER_TICK = 10**8  # a hundredth of the usual speed
INTERRUPTED = 10  # the engine's number of that trap
MAX_FRAMES = 3  # functions that a report names
WAIT_SECONDS = 3600.0  # for a bot that computes; its fuel ends it long before

# The engine's numbers of traps
TRAPS = {
    0: "the machine's stack is exhausted",
    1: "it reached outside its memory",
    3: "it reached outside a table",
    4: "it called a null function pointer",
    5: "it called a function pointer of another type",
    6: "integer overflow",
    7: "division by zero",
    8: "it converted a number to an integer that cannot hold it",
    9: "it reached `unreachable`: a panic, an abort or a failed assertion",
}


class BotEnded(Exception):  # noqa: N818 - an end, not an error
    """The bot has ended, with the verdict for it."""

    def __init__(self, verdict: Verdict, reason: str) -> None:
        super().__init__(reason)
        self.verdict, self.reason = verdict, reason


class OutOfFuel(Exception):  # noqa: N818 - an end, not an error
    """The bot has used up its fuel; `where` names the functions that it was in."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where


class Stopped(Exception):  # noqa: N818 - not an error
    """The referee ends the bot in the middle of a call."""


class OutputSink(Protocol):
    """Takes what a bot writes."""

    def wrote(self, descriptor: int, data: bytes) -> None:
        """Take output or log; raises Stopped if the bot is to end."""


class Instance:
    """A module's instance; its system calls reach back to it."""

    def __init__(self, module: MeteredModule, sink: OutputSink, seed: int, pages: int) -> None:
        self.module = module
        self._sink = sink
        self._pages = pages  # of memory that it may have
        self._granted = 0
        self._store = tracked(wasmtime.Store(engine()))
        self._raised: Exception | None = None  # in a system call
        ticking()
        self._store.set_epoch_deadline(GUARD_TICKS)
        self._wasi = Wasi(self, seed)
        self._fuel: Variable | None = None
        self._numbers: dict[str, Variable] = {}
        self._functions: dict[str, EngineFunction] = {}
        self._memory: LinearMemory | None = None

    # Fuel

    def grant(self, fuel: int) -> None:
        """Replace what is left by new fuel."""
        self._granted += fuel - self.left()
        self._set_fuel(fuel)
        self._store.set_epoch_deadline(GUARD_TICKS + max(0, fuel) // FUEL_PER_TICK)

    def left(self) -> int:
        """The fuel that is left; negative if it has used more than it had."""
        return self._fuel.get() if self._fuel is not None else 0

    def _set_fuel(self, fuel: int) -> None:
        assert self._fuel is not None, "an instance is opened before it gets fuel"
        self._fuel.set(fuel)

    def spent(self) -> int:
        """The fuel used since the start."""
        return self._granted - self.left()

    def spend(self, fuel: int) -> None:
        """Charge fuel for a system call."""
        self._set_fuel(max(-MAX_FUEL, self.left() - fuel))

    # Running

    def open(self, fuel: int) -> None:
        """Make the instance and run what comes before its first message; raises BotEnded or OutOfFuel."""
        if self.module.pages > self._pages:
            raise BotEnded(
                Verdict.OUT_OF_MEMORY, f"it begins with {_mib(self.module.pages)} of memory{self._may()}"
            )
        try:
            instance = wasmtime.Instance(self._store, self.module.compiled, self._imports())
        except Exception as error:  # noqa: BLE001 - each is the bot's end, or raised again
            raise self._end_of(error) from None
        self._take_exports(instance.exports(self._store))
        self._numbers[metering.PAGES].set(self._pages)
        self._numbers[metering.STACK].set(metering.STACK_SLOTS)
        self.grant(fuel)
        for name in self.module.begins:
            self.call(name)

    def _take_exports(self, exports: Any) -> None:
        """Keep what is called, read and written."""
        store = self._store
        self._memory = LinearMemory(store, exports[MEMORY])
        self._fuel = Variable(store, exports[metering.FUEL], is_wide=True)
        for name in (metering.STACK, metering.WHY, metering.PAGES, metering.REFUSED):
            self._numbers[name] = Variable(store, exports[name], is_wide=False)
        wanted = (ALLOC, TURN) if self.module.shape is Shape.REACTOR else (START,)
        for name in (*self.module.begins, *wanted):
            self._functions[name] = EngineFunction(store, exports[name])

    def _imports(self) -> list[wasmtime.Func]:
        return [self._system_call(entry) for entry in self.module.compiled.imports]

    def _system_call(self, entry: Any) -> wasmtime.Func:
        name, wasi = entry.name, self._wasi

        def answer(*arguments: int) -> int | None:
            try:
                return wasi.call(name, *arguments)
            except Exception as raised:
                self._raised = raised  # the engine has one variable for those of all threads
                raise

        return wasmtime.Func(self._store, entry.type, answer)

    def call(self, name: str, *arguments: int) -> int:
        """Call an exported function; raises BotEnded, OutOfFuel or Stopped."""
        try:
            result = self._functions[name](*arguments)
        except Exception as error:  # noqa: BLE001 - each is the bot's end, or raised again
            raise self._end_of(error) from None
        if self.left() < 0:
            raise OutOfFuel("")
        return result

    def _end_of(self, error: Exception) -> Exception:
        """The end that an exception means; one in a system call comes before the trap that it became."""
        raised, self._raised = self._raised, None
        error = raised or error
        if isinstance(error, wasmtime.Trap):
            return self._trapped(error)
        if isinstance(error, Exited):
            return self._memory_or(f"the program ended: exit status {error.status}")
        if isinstance(error, (wasmtime.WasmtimeError, MemoryError)):
            return EngineError(f"a metered bot could not be run: {describe(error)}")
        return error

    def _trapped(self, trap: wasmtime.Trap) -> Exception:
        where, why = self._where(trap), self._number(metering.WHY)
        if why == metering.OUT_OF_FUEL:
            return OutOfFuel(where)
        if why == metering.OUT_OF_STACK:
            slots = f"{metering.STACK_SLOTS:,} slots"
            return BotEnded(
                Verdict.CRASHED, f"its calls are nested too deeply: they need more than {slots}{where}"
            )
        code = getattr(trap.trap_code, "value", None)
        if code == INTERRUPTED:
            return EngineError("a metered bot took far too long in real time; is the machine very busy?")
        known = TRAPS.get(code) if code is not None else None
        return self._memory_or((known or inert(trap.message.splitlines()[0], MAX_QUOTED)) + where)

    def _memory_or(self, reason: str) -> BotEnded:
        """The end of a bot: for want of memory if it was refused any."""
        if self._number(metering.REFUSED):
            return BotEnded(Verdict.OUT_OF_MEMORY, f"out of memory{self._may()}: {reason}")
        return BotEnded(Verdict.CRASHED, reason)

    def _may(self) -> str:
        return f", and may have {_mib(self._pages)}"

    def _number(self, name: str) -> int:
        return self._numbers[name].get() if self._numbers else 0

    def _where(self, trap: wasmtime.Trap) -> str:
        """The functions that the bot was in, after a comma."""
        own = [frame.func_index for frame in trap.frames if frame.func_index < len(self.module.parts.functions)]
        names = [inert(self.module.names.get(index, f"function {index}"), 80) for index in own]
        return ", in " + ", called by ".join(names[:MAX_FRAMES]) if names else ""

    # What system calls need

    def read(self, count: int) -> bytes:
        """A reactor has no input."""
        return b""

    def write(self, descriptor: int, data: bytes) -> None:
        """Pass output on."""
        self._sink.wrote(descriptor, data)

    def load(self, address: int, count: int) -> bytes:
        """Bytes of the memory."""
        assert self._memory is not None, "nothing runs before the instance is made"
        return self._memory.load(address, count)

    def store(self, address: int, data: bytes) -> None:
        """Write to the memory."""
        assert self._memory is not None, "nothing runs before the instance is made"
        self._memory.store(address, data)


class ReactorInstance(Instance):
    """A module whose functions are called."""

    def deliver(self, line: bytes) -> None:
        """Let it answer a message."""
        size = len(line)
        address = self.call(ALLOC, size) & 0xFFFFFFFF
        with self._in_memory(f"`{ALLOC}` returned no place for {size} bytes: {address}"):
            self.store(address, line)
        packed = self.call(TURN, _signed(address), size) & 0xFFFFFFFFFFFFFFFF
        begin, count = packed >> 32, packed & 0xFFFFFFFF
        if count:
            with self._in_memory(f"`{TURN}` returned an answer outside its memory: {count} bytes at {begin}"):
                answer = self.load(begin, count)
            self.write(1, answer + b"\n")

    @contextlib.contextmanager
    def _in_memory(self, problem: str) -> Any:
        try:
            yield
        except IndexError:
            raise self._memory_or(problem) from None

    def close(self) -> None:
        """Nothing is to be done: it does not run between calls."""


class ProgramInstance(Instance):
    """A module whose main program reads lines: it runs on a thread, and waits there whenever it wants the next."""

    def __init__(self, module: MeteredModule, sink: OutputSink, seed: int, pages: int) -> None:
        super().__init__(module, sink, seed, pages)
        self._input = bytearray()
        self._turn = threading.Condition()  # of the two threads: one of them runs at any time
        self._runs = False  # whether it is the bot's
        self._stops = False
        self._end: BaseException | None = None
        self._thread: threading.Thread | None = None

    def deliver(self, line: bytes) -> None:
        """Let it run until it wants the next line; raises what ended it."""
        self._input += line + b"\n"
        if self._thread is None:
            self._thread = threading.Thread(target=self._main, name="metered bot", daemon=True)
            self._hand_over(self._thread.start)
        elif self._end is None:
            self._hand_over()
        if self._end is not None:
            raise self._end

    def _hand_over(self, begin: Callable[[], None] = lambda: None) -> None:
        with self._turn:
            self._runs = True
            begin()
            self._turn.notify_all()
            if not self._turn.wait_for(lambda: not self._runs, WAIT_SECONDS):
                raise EngineError(f"a metered bot did not end within {WAIT_SECONDS:.0f} s")
        if self._end is None and self.left() < 0:
            raise OutOfFuel("")

    def _main(self) -> None:
        with self._turn:
            self._turn.wait_for(lambda: self._runs)
        try:
            self.call(START)
            self._end = self._memory_or("its main program returned; it should read lines until its input ends")
        except BaseException as end:  # noqa: BLE001 - the referee's thread raises it
            self._end = end
        with self._turn:
            self._runs = False
            self._turn.notify_all()

    def read(self, count: int) -> bytes:
        """Input, once there is some."""
        if count and not self._input:
            with self._turn:
                self._runs = False
                self._turn.notify_all()
                self._turn.wait_for(lambda: self._runs)
            if self._stops:
                raise Stopped
        data = bytes(self._input[:count])
        del self._input[:count]
        return data

    def close(self) -> None:
        """End its thread, which waits for input."""
        if self._thread is not None:
            self._stops = True
            with self._turn:
                self._runs = True
                self._turn.notify_all()
            self._thread.join(WAIT_SECONDS)


def make_instance(
    module: MeteredModule, sink: OutputSink, seed: int, pages: int
) -> ReactorInstance | ProgramInstance:
    """A new instance of a module, not opened yet."""
    kind = ReactorInstance if module.shape is Shape.REACTOR else ProgramInstance
    return kind(module, sink, seed, pages)


def _signed(number: int) -> int:
    """A number of 32 bits as the engine takes it."""
    return number - 2**32 if number >= 2**31 else number


def _mib(pages: int) -> str:
    return f"{pages // 16:,} MiB"
