"""PostgreSQL on this machine: loopback, data in a directory of your choice.

``python deploy/postgres/start.py --data DIR --port PORT`` runs it in the foreground until Ctrl-C.
The binaries are looked for by ``pg_config --bindir``, on the PATH and in Debian's place. Everyone
on this machine may connect (trust on loopback): for trying out, not for a shared machine.
Standard library only.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from deploy.server import ROOT, Server, Unavailable

SUPERUSER = "federation"
DEBIAN = Path("/usr/lib/postgresql")

# C.UTF-8: the same order on every machine, and it knows Cyrillic upper and lower case.
INITDB = ("--username", SUPERUSER, "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8")


class Postgres(Server):
    """A PostgreSQL server; as a context manager it runs inside the block.

    data: the cluster's directory, made by initdb if empty; kept. port: a free one if None.
    durable=False switches fsync off: for tests alone, a power cut then ruins the cluster.
    When we are root it runs as user postgres, who gets ``data``. Raises Unavailable.
    """

    name = "PostgreSQL"
    stop_signal = signal.SIGINT  # "fast": SIGTERM would wait for the clients to leave

    def __init__(self, data: Path, port: int | None = None, *, durable: bool = True) -> None:
        super().__init__(data, port)
        self.durable = durable

    def __enter__(self) -> "Postgres":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def url(self, prefix: str) -> str:
        """The DATABASE_URL of this server; each service adds its name to ``prefix``."""
        return f"postgresql+psycopg://{SUPERUSER}@127.0.0.1:{self.port}/{prefix}"

    def create(self, *databases: str) -> None:
        """Create databases. Raises Unavailable if one can't be (it exists, for example)."""
        createdb = str(_bindir() / "createdb")
        to = ("-h", "127.0.0.1", "-p", str(self.port), "-U", SUPERUSER)
        for database in databases:
            done = subprocess.run(
                (createdb, *to, database), capture_output=True, text=True, check=False
            )
            if done.returncode != 0:
                raise Unavailable(
                    f"база {database} не создана / can't be created: {done.stderr.strip()}"
                )

    def _launch(self) -> "subprocess.Popen[bytes]":
        bindir = _bindir()
        owner = _owner(self.data)
        if not (self.data / "PG_VERSION").exists():
            made = subprocess.run(
                (str(bindir / "initdb"), "-D", str(self.data), *INITDB),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
                **owner,
            )
            if made.returncode != 0:
                raise Unavailable(
                    f"initdb не может занять / can't use {self.data}:\n{made.stderr.strip()}"
                )
        settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": ""}
        if not self.durable:
            settings |= {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
        options = [part for pair in settings.items() for part in ("-c", "=".join(pair))]
        with self.log.open("ab") as log:
            return subprocess.Popen(
                (str(bindir / "postgres"), "-D", str(self.data), "-p", str(self.port), *options),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                **owner,
            )

    def ready(self) -> bool:
        """The port answers already while a killed cluster is being recovered: ask the server."""
        ask = (str(_bindir() / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port))
        return self.answers() and subprocess.run(ask, check=False).returncode == 0

    @property
    def log(self) -> Path:
        """Beside the cluster: initdb wants its directory empty."""
        return self.data.with_name(f"{self.data.name}.log")


def _bindir() -> Path:
    """Where initdb and postgres lie; the newest version of several."""
    places = []
    if shutil.which("pg_config"):
        asked = subprocess.run(
            ("pg_config", "--bindir"), capture_output=True, text=True, check=False
        )
        places.append(Path(asked.stdout.strip()))
    if on_path := shutil.which("postgres"):
        places.append(Path(on_path).resolve().parent)
    if DEBIAN.exists():
        versions = [path for path in DEBIAN.iterdir() if path.name.isdigit()]
        places += [v / "bin" for v in sorted(versions, key=lambda v: int(v.name), reverse=True)]
    for place in places:
        if (place / "initdb").exists() and (place / "postgres").exists():
            return place
    raise Unavailable(
        "нет сервера (initdb, postgres), поставьте postgresql"
        " / the server (initdb, postgres) is not here: install postgresql"
    )


def _owner(data: Path) -> dict[str, Any]:
    """Make ``data``; how to start a process as its owner (PostgreSQL refuses to run as root)."""
    data.mkdir(parents=True, exist_ok=True)
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return {"cwd": data}
    try:
        shutil.chown(data, "postgres", "postgres")
    except LookupError:
        raise Unavailable(
            "мы root, а пользователя postgres нет / we are root and there is no user postgres"
        ) from None
    return {"user": "postgres", "group": "postgres", "extra_groups": [], "cwd": data}


def main() -> int:
    """The command: run the server in the foreground, durable."""
    parser = argparse.ArgumentParser(description="PostgreSQL on loopback, in the foreground")
    parser.add_argument("--data", type=Path, default=ROOT / "var" / "postgres" / "data")
    parser.add_argument("--port", type=int, default=5432)
    given = parser.parse_args()
    server = Postgres(given.data, given.port)
    return server.run(
        lambda: (
            f"PostgreSQL: работает / is ready: DATABASE_URL={server.url('berserk')}"
            f" (данные / data: {server.data}; Ctrl-C – стоп / stops it)"
        )
    )


if __name__ == "__main__":
    sys.exit(main())
