"""Makes the environment: a virtual one, with the locked dependencies. Standard library only.

An older Python must be able to read this file and ``up.py``, to say that it is too old.
"""

from __future__ import annotations

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


def has_pip() -> bool:
    """Whether an environment is there and can install; one whose making was cut short can't."""
    if not python().exists():
        return False
    asked = [str(python()), "-m", "pip", "--version"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


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
    if not has_pip():
        _make()
    _install(lock)
    stamps[0].write_text(digest)
    return python()


def _make() -> None:
    """The environment, empty but for pip; what an interrupted making left is cleared."""
    _say("Создаю окружение / making the environment: .venv …")
    try:
        venv.create(HOME, clear=True, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as exc:
        raise SystemExit(
            f"Окружение .venv не создать: {exc}. На Debian и Ubuntu поставьте python3-venv"
            " / .venv can't be made; on Debian and Ubuntu install python3-venv"
        ) from None


def _install(lock: Path) -> None:
    """Have pip install what the lock lists; it says itself what went wrong, we what to do."""
    _say("Ставлю зависимости / installing the locked dependencies …")
    pip = [str(python()), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*pip, "--require-hashes", "-r", str(lock)], check=False)
    if done.returncode != 0:
        raise SystemExit(
            "Зависимости не поставились. Один раз, при первом запуске, нужна сеть: проверьте её и"
            " повторите команду / The dependencies could not be installed. The first start needs"
            " a network, once: check it and run the command again"
        )


if __name__ == "__main__":
    ensure(dev="--dev" in sys.argv)
