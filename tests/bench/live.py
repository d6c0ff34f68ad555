"""Many who follow one tournament at once, in a process of their own, and what each of them got."""

import asyncio
import json
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
_NAME, _ID = b"event: ", b"id: "


@dataclass
class Crowd:
    """What each follower got, which is known when ``followers`` has ended.

    heard: how many messages, by name; last: the newest event's number. until: set, they go on
    until all have heard of this event, or have had the end of their stream.
    """

    until: int = 0
    heard: list[Counter[str]] = field(default_factory=list)
    last: list[int] = field(default_factory=list)


@contextmanager
def followers(base_url: str, tournament: str, count: int) -> Iterator[Crowd]:
    """So many followers of a tournament, all of whom have had their snapshot when it begins."""
    command = (sys.executable, "-m", "tests.bench.live", base_url, tournament, str(count))
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    crowd = Crowd()
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n", "the followers did not get their snapshots"
        yield crowd
        said, _ = process.communicate(f"{crowd.until}\n", timeout=120)
        for line in said.splitlines():
            told = json.loads(line)
            crowd.heard.append(Counter(told["heard"]))
            crowd.last.append(told["last"])
    finally:
        process.kill()
        process.wait()


@dataclass
class _Ear:
    """One follower's count."""

    heard: Counter[str] = field(default_factory=Counter)
    last: int = -1
    began: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self, host: str, port: int, path: str) -> None:
        """Count until the end of the stream."""
        reader, writer = await asyncio.open_connection(host, port)
        request = f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nAccept: text/event-stream\r\n\r\n"
        writer.write(request.encode())
        while line := await reader.readline():
            if line.startswith(_NAME):
                self.heard[line.removeprefix(_NAME).strip().decode()] += 1
            elif line.startswith(_ID):
                self.last = int(line.removeprefix(_ID))
                self.began.set()
            elif line == b"0\r\n":  # the last chunk
                break
        writer.close()


async def _main(base_url: str, tournament: str, count: int) -> None:
    address = urlsplit(base_url)
    path = f"/v1/tournaments/{tournament}/live"
    ears = [_Ear() for _ in range(count)]
    listening = [
        asyncio.create_task(ear.listen(str(address.hostname), address.port or 80, path))
        for ear in ears
    ]
    await asyncio.gather(*(ear.began.wait() for ear in ears))
    print("ready", flush=True)
    until = await _asked()
    while any(
        ear.last < until and not task.done() for ear, task in zip(ears, listening, strict=True)
    ):
        await asyncio.sleep(0.05)
    for ear in ears:
        print(json.dumps({"heard": ear.heard, "last": ear.last}))


async def _asked() -> int:
    """The number that all shall have heard of: a line of standard input, or 0 at its end."""
    loop = asyncio.get_running_loop()
    said: asyncio.Future[str] = loop.create_future()

    def wait() -> None:
        line = sys.stdin.readline()
        loop.call_soon_threadsafe(said.set_result, line)

    threading.Thread(target=wait, daemon=True).start()
    return int((await said).strip() or 0)


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
