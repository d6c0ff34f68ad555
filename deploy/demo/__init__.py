"""The main job, end to end, through public HTTP only."""
