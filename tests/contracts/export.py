"""The contracts as files: ``make contracts`` writes them, the tests compare them.

OpenAPI of each service and of all together, AsyncAPI, and a JSON Schema per event type.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from deploy.stack import SERVICES
from shared.app import VERSION, build_app
from shared.events.base import REGISTRY, Event
from shared.events.envelope import Envelope, adapter
from shared.log.topics import TOPICS
from shared.settings import Settings
from tests.contracts import roles
from tests.ready import service_of

ROOT = Path(__file__).resolve().parents[2]
OPERATIONAL = ("/healthz", "/readyz", "/statz")
"""The same on every service, so not in the document of all together."""


def contracts(folder: Path) -> Iterator[tuple[Path, str]]:
    """Every contract file with its content. ``folder``: for databases that are not opened."""
    settings = Settings(database_url=f"sqlite:///{folder.as_posix()}", event_log_url="sqlite:///x")
    documents = {name: build_app(service_of(name), settings).openapi() for name in SERVICES}
    for name, document in documents.items():
        yield Path("deploy/openapi") / f"{name}.json", _json(document)
    yield Path("deploy/openapi/federation.json"), _json(merged(documents))
    yield (
        Path("deploy/asyncapi.yaml"),
        yaml.safe_dump(asyncapi(), allow_unicode=True, sort_keys=False, width=100),
    )
    for type_, cls in sorted(REGISTRY.items()):
        schema = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"urn:berserk:event:{type_}",
            **adapter(cls).json_schema(),
        }
        yield Path("shared/events/schemas") / f"{type_}.json", _json(schema)
    yield roles.PAGE, roles.page(folder)


def merged(documents: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """One OpenAPI document of all services. Raises ValueError if a path or schema name collides."""
    paths: dict[str, Any] = {}
    schemas: dict[str, Any] = {}
    for name, document in documents.items():
        for path, item in document["paths"].items():
            if path in OPERATIONAL:
                continue
            if path in paths:
                raise ValueError(f"{path} is served by {name} and by another service")
            server = {"url": f"{{{name}}}", "variables": {name: {"default": f"/{name}"}}}
            paths[path] = {**item, "servers": [server]}
        for schema, content in document["components"]["schemas"].items():
            if schemas.setdefault(schema, content) != content:
                raise ValueError(f"the schema {schema} of {name} differs from another service's")
    first = documents[SERVICES[0]]
    return {
        "openapi": first["openapi"],
        "info": {
            "title": "Berserk federation",
            "version": VERSION,
            "description": "All four services. Each path names its service as its server.",
        },
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "securitySchemes": first["components"]["securitySchemes"],
        },
    }


def asyncapi() -> dict[str, Any]:
    """AsyncAPI 3 of the topics: who publishes what, in CloudEvents envelopes."""
    owners = {topic: name for name in SERVICES for topic in service_of(name).publishes}
    channels, operations, messages, schemas = {}, {}, {}, {}
    for topic in TOPICS:
        types = sorted(t for t, cls in REGISTRY.items() if cls.spec.topic == topic.name)
        channels[topic.name] = {
            "address": topic.name,
            "description": "compacted" if topic.compacted else "kept for ever",
            "messages": {type_: {"$ref": f"#/components/messages/{type_}"} for type_ in types},
            "bindings": {"kafka": {"partitions": topic.partitions}},
        }
        operations[f"{owners[topic.name]}.{topic.name}"] = {
            "action": "send",
            "channel": {"$ref": f"#/channels/{topic.name}"},
            "summary": f"Published by {owners[topic.name]}",
        }
        for type_ in types:
            cls = REGISTRY[type_]
            messages[type_] = {
                "name": type_,
                "contentType": "application/cloudevents+json",
                "summary": (cls.__doc__ or "").strip().splitlines()[0],
                "description": f"On the public feed: {_readers(cls)}.",
                "payload": {
                    "allOf": [{"$ref": "#/components/schemas/Envelope"}],
                    "properties": {
                        "type": {"const": type_},
                        "data": {"$ref": f"#/components/schemas/{cls.__name__}"},
                    },
                },
            }
            schemas[cls.__name__] = adapter(cls).json_schema()
    schemas["Envelope"] = Envelope.model_json_schema()
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Berserk federation: events", "version": VERSION},
        "defaultContentType": "application/cloudevents+json",
        "channels": channels,
        "operations": operations,
        "components": {"messages": messages, "schemas": schemas},
    }


def _readers(cls: type[Event]) -> str:
    """Who may read events of a type on the feed."""
    if cls.spec.public:
        return "for everybody"
    return f"for tokens with the scope {cls.spec.reader}" if cls.spec.reader else "for nobody"


def _json(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Write every contract file."""
    for path, content in contracts(ROOT / "var" / "contracts"):
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(content, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
