"""The one matching: cheapest perfect matching under several costs in strict priority.

The algorithm is rustworkx's (Edmonds' blossom, exact integers); this is its only caller.
"""

from collections.abc import Sequence

import rustworkx

MAX_BITS = 120
"""rustworkx adds up to two bits to a weight in i128; release builds wrap without a word."""

Edge = tuple[int, int, tuple[int, ...]]
"""(vertex, vertex, costs from the most to the least important), costs are not negative."""


def cheapest(vertices: int, edges: Sequence[Edge]) -> tuple[tuple[int, int], ...] | None:
    """The perfect matching of vertices 0 … ``vertices - 1`` with the least first cost, then the
    least second, and so on; None when there is no perfect matching.

    All edges carry the same number of costs. Raises OverflowError when the costs, packed into one
    integer, would not be exact.
    """
    if not edges:
        return None if vertices else ()
    # Each cost gets as many bits as its sum over a whole matching can need: no sum can then reach
    # into the cost before it, and comparing integers is comparing tuples.
    columns = zip(*(costs for _, _, costs in edges), strict=True)
    widths = [(vertices // 2 * max(column)).bit_length() for column in columns]
    bits = sum(widths) + 1
    if bits > MAX_BITS:
        raise OverflowError(f"costs of {bits} bits can't be matched exactly")
    ceiling = 1 << sum(widths)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(vertices))
    graph.add_edges_from([(a, b, ceiling - _packed(costs, widths)) for a, b, costs in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if len(found) * 2 != vertices:
        return None
    return tuple(sorted((min(pair), max(pair)) for pair in found))


def _packed(costs: tuple[int, ...], widths: Sequence[int]) -> int:
    packed = 0
    for cost, width in zip(costs, widths, strict=True):
        packed = packed << width | cost
    return packed
