"""What the start scripts of the big parts (Kafka, PostgreSQL) share. Standard library only."""

import io
import secrets
import signal
import socket
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
STOP_WITHIN = 30.0
"""Seconds that a server may take to stop cleanly before it is killed."""


class Unavailable(Exception):
    """The server can't run on this machine; ``reason`` says what is missing, what to do."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def free_ports(count: int) -> list[int]:
    """Loopback ports that nobody uses just now.

    They lie below those that systems hand out to outgoing connections, so that none of these
    takes one between our look and its use.
    """
    ports: list[int] = []
    with ExitStack() as held:
        while len(ports) < count:
            probe = held.enter_context(socket.socket())
            with suppress(OSError):
                probe.bind(("127.0.0.1", secrets.choice(range(20_000, 32_000))))
                ports.append(probe.getsockname()[1])
    return ports


def tail(path: Path, lines: int = 12) -> str:
    """The end of a log, for a message."""
    if not path.exists():
        return ""
    return "\n".join(path.read_text(errors="replace").splitlines()[-lines:])


class Server(ABC):
    """A server's process on a loopback port: what starting, killing and stopping have in common.

    A subclass gives ``name`` and ``_launch`` (prepare the directory, start the process), and where
    they differ ``stop_signal``, ``log`` and ``ready``.
    """

    name: str
    stop_signal = signal.SIGTERM

    def __init__(self, data: Path, port: int | None) -> None:
        self.data = data.resolve()
        self.port = port or free_ports(1)[0]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> Path:
        """Where the server writes what it has to say."""
        return self.data / f"{self.name.lower()}.log"

    @abstractmethod
    def _launch(self) -> "subprocess.Popen[bytes]":
        """Prepare the directory and start the process."""

    def start(self, within: float = 60.0) -> None:
        """Start on the directory as it is and wait until it is ready. Raises Unavailable."""
        if self.answers():
            raise Unavailable(
                f"порт {self.port} занят, --port выбирает другой"
                f" / port {self.port} is taken: --port chooses another"
            )
        process = self.process = self._launch()
        deadline = time.monotonic() + within
        try:
            while not self.ready():
                if process.poll() is not None:
                    raise Unavailable(
                        f"{self.name}: завершился при запуске / ended at start:\n{tail(self.log)}"
                    )
                if time.monotonic() > deadline:
                    raise Unavailable(
                        f"{self.name}: не готов за / not up in {within:.0f} s:\n{tail(self.log)}"
                    )
                time.sleep(0.05)
        except BaseException:
            self.kill()
            raise

    def ready(self) -> bool:
        """Whether a client can work now; an open port, where a server has no better sign."""
        return self.answers()

    def answers(self) -> bool:
        """Whether somebody accepts a connection on the port."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    def kill(self) -> None:
        """SIGKILL, as when the power fails; the directory stays. ``start`` brings it back."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def stop(self) -> int:
        """Stop cleanly, kill what does not; the exit code (0 after a clean stop)."""
        if self.process is None:
            return 0
        if self.process.poll() is None:
            self.process.send_signal(self.stop_signal)
        try:
            code = self.process.wait(STOP_WITHIN)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self.process = None
        asked = (self.stop_signal, signal.SIGINT)  # a terminal's Ctrl-C reaches the server as well
        return 0 if code in (0, *(128 + n for n in asked), *(-n for n in asked)) else code

    def run(self, greeting: Callable[[], str]) -> int:
        """Run in the foreground until it ends or we are told to stop; its exit code."""

        def told(_number: int, _frame: FrameType | None) -> None:
            raise KeyboardInterrupt

        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # a console may lack the letters
        for number in (signal.SIGTERM, signal.SIGINT):  # also where a shell's & ignores SIGINT
            signal.signal(number, told)
        try:
            self.start()
            print(greeting(), flush=True)
            code = self.process.wait() if self.process else 0
            print(
                f"{self.name}: конец, код / ended, code {code}:\n{tail(self.log)}", file=sys.stderr
            )
            return code
        except Unavailable as missing:
            print(f"{self.name}: не запустить / can't be had: {missing.reason}", file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            print(f"{self.name}: останавливаю / stopping …", flush=True)
            return self.stop()
        finally:
            self.kill()
