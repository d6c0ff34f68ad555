"""How many connections a service may hold: each who follows a tournament holds one."""

import subprocess
import sys

import pytest

_ALLOWED = """
import resource
from shared.cli import allow_connections
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (64, {hard}))
allow_connections({wanted})
print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows counts none")
@pytest.mark.parametrize(
    ("hard", "wanted", "got"), [("hard", 200, 200), ("128", 200, 128), ("hard", 32, 64)]
)
def test_a_service_takes_the_connections_that_it_may(hard: str, wanted: int, got: int) -> None:
    code = _ALLOWED.format(hard=hard, wanted=wanted)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert int(done.stdout) == got
