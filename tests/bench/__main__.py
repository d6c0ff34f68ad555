"""``make bench``: every group; ``make bench ONLY=pipeline``: one."""

import sys
from collections.abc import Callable, Iterator

from deploy.server import Unavailable
from tests.bench import pairing, pipeline, registry
from tests.bench.figures import Figure, report, shown

GROUPS: dict[str, Callable[[], Iterator[Figure]]] = {
    "pipeline": pipeline.figures,
    "registry": registry.figures,
    "pairing": pairing.figures,
}


def main(names: list[str]) -> int:
    """Run the groups named, or all."""
    unknown = [name for name in names if name not in GROUPS]
    if unknown:
        print(f"no group {unknown[0]}; there is: {', '.join(GROUPS)}", file=sys.stderr)
        return 2
    found: list[Figure] = []
    try:
        for name in names or GROUPS:
            for figure in GROUPS[name]():
                print(f"{figure.name}: {shown(figure.value)} {figure.unit}", flush=True)
                found.append(figure)
    except Unavailable as missing:
        print(f"not to be had here: {missing.reason}", file=sys.stderr)
        return 1
    finally:
        report(found)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
