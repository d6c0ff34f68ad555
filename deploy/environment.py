"""Makes the environment: a virtual one, with the locked dependencies. Standard library only."""

import hashlib
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
OLDEST = (3, 11)


def python() -> Path:
    """The environment's interpreter, on any system."""
    windows = HOME / "Scripts" / "python.exe"
    return windows if windows.parent.exists() else HOME / "bin" / "python"


def _say(text: str) -> None:
    """Print, also on a console that lacks the letters."""
    encoding = sys.stdout.encoding or "ascii"
    print(text.encode(encoding, "replace").decode(encoding), flush=True)


def ensure(*, dev: bool = False) -> Path:
    """Make the environment if it is not there, install what the lock lists; its interpreter."""
    if sys.version_info < OLDEST:
        raise SystemExit("Нужен Python 3.11 или новее / Python 3.11 or newer is needed")
    lock = ROOT / "deploy" / "requirements" / ("dev.lock" if dev else "runtime.lock")
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    stamps = (
        [HOME / ".dev.lock.sha256"]
        if dev
        else [HOME / ".runtime.lock.sha256", HOME / ".dev.lock.sha256"]
    )
    if any(stamp.exists() and stamp.read_text() == digest for stamp in stamps):
        return python()
    if not python().exists():
        _say("Создаю окружение / making the environment: .venv …")
        venv.create(HOME, with_pip=True)
    _say("Ставлю зависимости / installing the locked dependencies …")
    pip = [str(python()), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--require-hashes", "-r", str(lock)], check=True)
    stamps[0].write_text(digest)
    return python()


if __name__ == "__main__":
    ensure(dev="--dev" in sys.argv)
