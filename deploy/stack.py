"""The four services as four processes: prepared, started, watched and stopped together."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import httpx

from deploy.server import free_ports

ROOT = Path(__file__).resolve().parent.parent
SERVICES = ("registry", "pairing", "rating", "decks")
LOOPBACK = "127.0.0.1"
START_SECONDS = 60.0
STOP_SECONDS = 20.0


@dataclass(frozen=True)
class Parts:
    """Database and log; None: SQLite, or the embedded log, in the stack's folder."""

    database_url: str | None = None
    event_log_url: str | None = None

    @classmethod
    def from_environment(cls) -> "Parts":
        """What DATABASE_URL and EVENT_LOG_URL say."""
        return cls(os.environ.get("DATABASE_URL"), os.environ.get("EVENT_LOG_URL"))


EMBEDDED = Parts()


class StackError(Exception):
    """A service did not start; the message ends with the last lines of its log."""


@dataclass
class Stack:
    """The running services.

    folder: data and logs; environment: what every process gets; urls: by service name;
    office_key: shown on the first start only, else None.
    """

    folder: Path
    environment: dict[str, str]
    urls: dict[str, str]
    office_key: str | None = None
    processes: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    def start(self, *names: str) -> None:
        """Start services (all if none is named) and wait until each is ready."""
        for name in names or SERVICES:
            self.processes[name] = self._spawn(name)
        for name in names or SERVICES:
            self._wait(name)

    def kill(self, name: str) -> None:
        """End a service at once, as a power failure would."""
        process = self.processes.pop(name)
        process.kill()
        process.wait()

    def stop(self) -> None:
        """Ask all to stop, cleanly; end those that don't."""
        for process in self.processes.values():
            if process.stdin:
                process.stdin.close()
        for process in self.processes.values():
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.processes.clear()

    def memory_mib(self) -> int:
        """Resident memory of all four together."""
        return sum(
            int(httpx.get(f"{url}/statz").json()["memory_mib"]) for url in self.urls.values()
        )

    def fallen(self) -> list[str]:
        """The names of services that ended by themselves."""
        return [name for name, process in self.processes.items() if process.poll() is not None]

    def log_of(self, name: str) -> Path:
        """A service's log file: JSON lines."""
        return self.folder / "logs" / f"{name}.log"

    def _spawn(self, name: str) -> "subprocess.Popen[bytes]":
        port = self.urls[name].rsplit(":", 1)[1]
        with self._open_log(name) as log:
            return subprocess.Popen(
                [sys.executable, "-m", f"services.{name}", "serve", "--until-eof"],
                cwd=ROOT,
                env={**self.environment, "PORT": port},
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=os.name == "posix",  # Ctrl-C is ours: we stop them in order
            )

    def _open_log(self, name: str) -> IO[bytes]:
        path = self.log_of(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("ab")

    def _wait(self, name: str) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.processes[name].poll() is None:
            try:
                if httpx.get(f"{self.urls[name]}/readyz", timeout=2).status_code == 200:
                    return
            except httpx.HTTPError:
                pass
            time.sleep(0.05)
        log = self.log_of(name).read_text(encoding="utf-8", errors="replace")
        raise StackError(f"{name} did not start:\n{log[-1500:]}")


@contextmanager
def running(
    folder: Path,
    *,
    host: str = LOOPBACK,
    ports: dict[str, int] | None = None,
    parts: Parts = EMBEDDED,
    progress: Callable[[str], None] = lambda _text: None,
    settings: dict[str, str] | None = None,
) -> Iterator[Stack]:
    """Migrate and start everything; stop it at the end.

    host: the address of this machine to serve on; parts: the big parts, if any; ports: free ones if
    not given; settings: more environment.
    """
    folder.mkdir(parents=True, exist_ok=True)
    ports = ports or dict(zip(SERVICES, free_ports(len(SERVICES)), strict=True))
    urls = {name: f"http://{host}:{ports[name]}" for name in SERVICES}
    addresses = {f"{name.upper()}_URL": url for name, url in urls.items()}
    environment = {**environment_of(folder, parts), "HOST": host, **addresses, **(settings or {})}
    _must_be_ours(host)
    _must_be_free(host, ports)
    environment |= _past_proxies(host)
    progress("базы и темы / databases and topics")
    stack = Stack(folder, environment, urls, office_key=prepare(environment))
    try:
        progress("службы / services")
        stack.start()
        yield stack
    finally:
        stack.stop()


def environment_of(folder: Path, parts: Parts = EMBEDDED) -> dict[str, str]:
    """What a service's process, or a command about its data, needs to find them."""
    data = (folder / "data").resolve().as_posix()
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTHONUTF8": "1",
        "DATABASE_URL": parts.database_url or f"sqlite:///{data}",
        "EVENT_LOG_URL": parts.event_log_url or f"sqlite:///{data}/log.sqlite",
    }


def new_office_key(environment: dict[str, str]) -> str:
    """A further key, made by the registry's own command. Raises StackError."""
    return _printed(environment, "services.registry", "office-key").strip()


def _past_proxies(host: str) -> dict[str, str]:
    """Our own services need no proxy, whatever the machine's settings say; for this process too."""
    known = os.environ.get("no_proxy") or os.environ.get("NO_PROXY")
    past = ",".join(dict.fromkeys([*(known or "").split(","), LOOPBACK, host])).lstrip(",")
    ours = {"no_proxy": past, "NO_PROXY": past}
    os.environ.update(ours)
    return ours


def _must_be_ours(host: str) -> None:
    """Refuse an address that this machine has not: no service could start there.

    Of zeros alone it means all that the machine has: no phone could open such a link.
    """
    with suppress(OSError):
        if host.strip("0."):
            socket.create_server((host, 0)).close()
            return
    raise StackError(
        f"у этого компьютера нет адреса {host}; его адрес в сети показывают настройки сети"
        f" / this machine has no address {host}: see its network settings"
    )


def _must_be_free(host: str, ports: dict[str, int]) -> None:
    """Refuse a port that somebody answers on: his answers would pass for those of our service."""
    for name, port in ports.items():
        with suppress(OSError), socket.create_connection((host, port), 1):
            raise StackError(
                f"порт {port} ({name}) занят, возможно, другим make run: --port выбирает другие"
                f" / port {port} is taken, perhaps by another make run: --port chooses others"
            )


def prepare(environment: dict[str, str]) -> str | None:
    """The deploy step in a process of its own: topics, migrations, the first office key."""
    last = _printed(environment, "deploy.prepare").splitlines()[-1]
    key: str | None = json.loads(last)["office_key"]
    return key


def _printed(environment: dict[str, str], module: str, *arguments: str) -> str:
    """What a module of ours prints, run to its end. Raises StackError with its last words."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise StackError(f"{module}: {done.stderr[-3000:].strip()}")
    return done.stdout
