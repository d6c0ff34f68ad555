"""One command on any system: ``python deploy/up.py [run|demo …]``. Needs Python 3.11.

Makes the environment on first use, then runs the command inside it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from deploy.environment import ROOT, ensure

COMMANDS = {"run": "deploy.run", "demo": "deploy.demo"}


def main(arguments: list[str]) -> int:
    """Run a command in the environment; ``run`` if none is named."""
    interpreter = ensure()
    named = bool(arguments) and arguments[0] in COMMANDS
    module = COMMANDS[arguments[0] if named else "run"]
    rest = arguments[1:] if named else arguments
    process = subprocess.Popen(
        [str(interpreter), "-m", module, *rest], cwd=ROOT, env={**os.environ, "PYTHONUTF8": "1"}
    )
    signal.signal(signal.SIGTERM, lambda *_: process.terminate())  # passed on, so nothing is left
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue  # Ctrl-C reaches the command too; it stops cleanly and we wait for it


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
