"""The federation's events: their types, their topics, and how they travel.

The types are plain frozen dataclasses, so a service's ``domain/`` may use them;
``codec`` turns them into CloudEvents envelopes and back.
"""
