"""Apache Kafka on this machine: one node, KRaft, loopback, data in a directory of your choice.

``python deploy/kafka/start.py --data DIR --port PORT`` runs it in the foreground until Ctrl-C.
Needs Java 17+; the jars come by Maven into ``var/kafka/libs``, once. Standard library only.
"""

import argparse
import base64
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from deploy.server import ROOT, Server, Unavailable, free_ports, tail

POM = Path(__file__).with_name("pom.xml")
LIBS = ROOT / "var" / "kafka" / "libs"
STAMP = "pom.xml"
"""The pom that the jars were brought by, kept beside them: a changed pom brings them anew."""

JVM = ("-Xms128m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
"""A small heap needs no parallel collector; the quick compiler alone halves the start and showed no
loss of throughput on two cores."""

# One node, so one copy of everything. Few partitions of the internal topics: a quick start. The
# cleaner looks often and sessions may be short: compaction and a dead member show within seconds.
# A killed broker may come back once its old session is over, hence the short one.
# Offsets of a group that rests are kept for a year: a service may be switched off for a holiday.
SETTINGS = """\
process.roles=broker,controller
node.id=1
listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller_port}
advertised.listeners=PLAINTEXT://127.0.0.1:{port}
controller.listener.names=CONTROLLER
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
controller.quorum.voters=1@127.0.0.1:{controller_port}
log.dirs={logs}
auto.create.topics.enable=false
offsets.topic.replication.factor=1
offsets.topic.num.partitions=3
offsets.retention.minutes=525600
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=3
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
share.coordinator.state.topic.num.partitions=3
broker.session.timeout.ms=3000
broker.heartbeat.interval.ms=500
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
log.cleaner.backoff.ms=1000
"""


class Broker(Server):
    """A Kafka broker; as a context manager it runs inside the block.

    data: directory of its settings, log and records; kept. port: a free one if None.
    ``start`` may fetch the jars first. Raises Unavailable.
    """

    name = "Kafka"

    def __init__(
        self, data: Path, port: int | None = None, controller_port: int | None = None
    ) -> None:
        super().__init__(data, port)
        self.controller_port = controller_port or free_ports(1)[0]

    def __enter__(self) -> "Broker":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def url(self, prefix: str = "") -> str:
        """The EVENT_LOG_URL of this broker; ``prefix`` keeps users of one broker apart."""
        return f"kafka://127.0.0.1:{self.port}" + (f"/{prefix}" if prefix else "")

    def _launch(self) -> "subprocess.Popen[bytes]":
        java = _need("java", "поставьте Java 17+ (хватит JRE) / install Java 17+ (a JRE will do)")
        bring_jars()
        self.data.mkdir(parents=True, exist_ok=True)
        logs = self.data / "records"
        settings = self.data / "server.properties"
        settings.write_text(
            SETTINGS.format(
                port=self.port, controller_port=self.controller_port, logs=logs.as_posix()
            )
        )
        command = (java, "-cp", str(LIBS / "*"))
        with self.log.open("ab") as log:
            if not (logs / "meta.properties").exists():
                self._format(command, settings, log.fileno())
            return subprocess.Popen(
                (*command[:1], *JVM, *command[1:], "kafka.Kafka", str(settings)),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def _format(self, command: tuple[str, ...], settings: Path, log: int) -> None:
        # Kafka's form of a UUID; the tool would take a leading "-" for an option.
        cluster = base64.urlsafe_b64encode(b"\0" + os.urandom(15)).decode().rstrip("=")
        tool = (*command, "kafka.tools.StorageTool", "format")
        form = (*tool, "-t", cluster, "-c", str(settings))
        if subprocess.run(form, stdout=log, stderr=log, check=False).returncode != 0:
            raise Unavailable(
                f"не разметить / can't format {self.data} (Java 17+?):\n{tail(self.log)}"
            )


def bring_jars() -> None:
    """Have Maven copy the broker's jars into ``var/kafka/libs``, unless they are there."""
    stamp = LIBS / STAMP
    if stamp.exists() and stamp.read_bytes() == POM.read_bytes():
        return
    maven = _need(
        "mvn",
        "поставьте Apache Maven или скопируйте var/kafka/libs с другой машины"
        " / install Apache Maven, or copy var/kafka/libs from another machine",
    )
    LIBS.parent.mkdir(parents=True, exist_ok=True)
    print("Kafka: приношу 45 jar-файлов (43 МБ) / bringing 45 jars (43 MB) …", flush=True)
    with tempfile.TemporaryDirectory(dir=LIBS.parent) as place:  # renamed when whole
        brought = Path(place) / "libs"
        goal = ("dependency:copy-dependencies", f"-DoutputDirectory={brought}")
        done = subprocess.run(
            (maven, "-q", "-B", "-f", str(POM), *goal),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-8:])
            raise Unavailable(
                f"Maven не принёс jar-файлы, нужна сеть / could not bring the jars:\n{last}"
            )
        shutil.copy(POM, brought / STAMP)
        if LIBS.exists():
            shutil.rmtree(LIBS)
        try:
            brought.rename(LIBS)
        except OSError:
            if not stamp.exists():  # else another process was quicker
                raise


def _need(program: str, todo: str) -> str:
    home = os.environ.get("JAVA_HOME") if program == "java" else None
    found = shutil.which(program, path=f"{home}/bin") if home else None
    found = found or shutil.which(program)
    if found is None:
        raise Unavailable(f"нет программы / is not here: {program}. {todo}")
    return found


def main() -> int:
    """The command: run the broker in the foreground."""
    parser = argparse.ArgumentParser(description="Apache Kafka on loopback, in the foreground")
    parser.add_argument("--data", type=Path, default=ROOT / "var" / "kafka" / "data")
    parser.add_argument("--port", type=int, default=9092)
    parser.add_argument("--controller-port", type=int, help="default: the port after --port")
    given = parser.parse_args()
    broker = Broker(given.data, given.port, given.controller_port or given.port + 1)
    return broker.run(
        lambda: (
            f"Kafka: работает / is ready: EVENT_LOG_URL={broker.url()}"
            f" (данные / data: {broker.data}; Ctrl-C – стоп / stops it)"
        )
    )


if __name__ == "__main__":
    sys.exit(main())
