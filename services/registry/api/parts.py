"""What routes have in common: whom and what their addresses name."""

from typing import Annotated

from fastapi import Path

Named = Annotated[str, Path(max_length=40, description="The person's ID.", examples=["1007"])]
MergeId = Annotated[str, Path(max_length=40, description="The merge's id.")]
GrantId = Annotated[str, Path(max_length=40, description="Names the right.")]
Prefix = Annotated[str, Path(max_length=40, description="Names the key: its part before the dot.")]
