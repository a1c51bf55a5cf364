"""Replays the recorded fields and replies against an installed FastAPI and prints every drift.

    python conformance/verify.py [FILE...]      default: all of fields/ and response/

Needs fastapi and pydantic[email] of the versions in README.md; exits with 1 when anything differs.
"""

import asyncio
import datetime
import decimal
import enum
import inspect
import json
import sys
import uuid
import warnings
from pathlib import Path
from typing import Annotated, Any, Literal, Optional, Union
from urllib.parse import quote

from fastapi import FastAPI, Query, Response
from fastapi.exceptions import ResponseValidationError
from pydantic import ConfigDict, EmailStr, Field, HttpUrl, StringConstraints, create_model
from pydantic.types import UuidVersion

HERE = Path(__file__).parent
SCALARS = {
    "str": str, "int": int, "float": float, "bool": bool, "datetime": datetime.datetime, "date": datetime.date,
    "time": datetime.time, "timedelta": datetime.timedelta, "decimal": decimal.Decimal, "email": EmailStr,
    "url": HttpUrl, "any": Any, "null": None,
}
RENAMED = {"min_items": "min_length", "max_items": "max_length"}
DECIMALS = ("gt", "ge", "lt", "le", "multiple_of")


def type_of(declared):
    """Returns the Python type of a recorded declaration."""
    kind, options = declared["kind"], dict(declared.get("options", {}))
    if kind == "optional":
        return Optional[type_of(options["item"])]
    if kind == "union":
        return Union[tuple(type_of(member) for member in options["members"])]
    if kind == "discriminated":
        members = tuple(type_of(member) for member in options["members"])
        return Annotated[Union[members], Field(discriminator=options["tag"])]
    if kind == "model":
        return model_of(options)
    if kind == "literal":
        return Literal[tuple(options["values"])]
    if kind == "enum":
        return enum_of(options["name"], options["values"])
    if kind == "uuid":
        version = options.pop("version", None)
        base = uuid.UUID if version is None else Annotated[uuid.UUID, UuidVersion(version)]
    elif kind == "list":
        base = list[type_of(options.pop("item"))]
    elif kind == "dict":
        base = dict[type_of(options.pop("key")), type_of(options.pop("value"))]
    elif kind == "tuple":
        items = options.pop("items", None)
        base = tuple[type_of(options.pop("item")), ...] if items is None else tuple[tuple(map(type_of, items))]
    else:
        base = SCALARS[kind]
    constraints = {RENAMED.get(name, name): value for name, value in options.items()}
    if kind == "decimal":
        constraints = {n: decimal.Decimal(v) if n in DECIMALS else v for n, v in constraints.items()}
    if kind == "str":
        return Annotated[base, StringConstraints(**constraints)] if constraints else base
    return Annotated[base, Field(**constraints)] if constraints else base


def model_of(options):
    config = ConfigDict(extra=options.get("extra", "ignore"), populate_by_name=options.get("populate_by_name", False))
    fields = {name: field_of(declared) for name, declared in options["fields"].items()}
    return create_model(options["name"], __config__=config, **fields)


def field_of(declared):
    words = {"alias": declared["alias"]} if "alias" in declared else {}
    return (type_of(declared), Field(**words, **({"default": declared["default"]} if "default" in declared else {})))


def enum_of(name, values):
    members = {f"M{index}": value for index, value in enumerate(values)}
    if all(isinstance(value, str) for value in values):
        return enum.Enum(name, members, type=str)
    if all(isinstance(value, int) for value in values):
        return enum.Enum(name, members, type=int)
    return enum.Enum(name, members)


def field_app(declared, source):
    app = FastAPI()
    body = create_model("Body", value=field_of(declared))
    if source == "json":
        def echo(body: body):
            return Response(body.model_dump_json(by_alias=True))
        app.post("/")(echo)
    else:
        default = declared.get("default", inspect.Parameter.empty)
        parameter = inspect.Parameter("value", inspect.Parameter.KEYWORD_ONLY, default=default,
                                      annotation=Annotated[type_of(declared), Query()])
        def show(value):
            return Response(body.model_construct(value=value).model_dump_json(by_alias=True))
        show.__signature__ = inspect.Signature([parameter])
        app.get("/")(show)
    return app


async def ask(app, method, query=b"", body=b""):
    """Returns the status and body for one request, sent without a socket; None if the application failed."""
    sent = []
    received = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive():
        return next(received, {"type": "http.disconnect"})

    async def send(message):
        sent.append(message)

    headers = [(b"host", b"api.example"), (b"content-type", b"application/json")]
    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "path": "/",
             "raw_path": b"/", "root_path": "", "scheme": "http", "query_string": query, "headers": headers,
             "client": ("127.0.0.1", 1), "server": ("api.example", 80)}
    try:
        await app(scope, receive, send)
    except Exception as error:  # the reference's own failure is a result here
        return 500, error
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])


async def answer_to(case, apps):
    """Returns the response of a recorded field's application; `apps` keeps one for each declaration."""
    key = json.dumps([case["kind"], case["options"], case.get("default", "absent"), case["source"]])
    if key not in apps:
        apps[key] = field_app(case, case["source"])
    if case["source"] == "json":
        body = "{}" if case.get("absent") else '{"value": %s}' % case["input_json"]
        return await ask(apps[key], "POST", body=body.encode("utf-8"))
    return await ask(apps[key], "GET", query=query_of(case))


async def field_drift(case, apps):
    status, answer = await answer_to(case, apps)
    result = case["result"]
    if status == 500:
        return None if case.get("oracle_status") == 500 else f"failed: {answer!r}"
    if case.get("oracle_status") == 500:
        return f"answers {status} now, failed when it was recorded"
    expected = result["errors"] if "errors" in result else json.loads(result.get("ok_json", json.dumps(result["ok"])))
    given = json.loads(answer)
    found = given.get("detail") if status == 422 else given["value"]
    return None if same(expected, found) else f"recorded {json.dumps(expected)}, found {json.dumps(found)}"


def query_of(case):
    if case.get("absent"):
        return b""
    values = json.loads(case["input_json"])
    values = values if isinstance(values, list) else [values]
    return "&".join(f"value={quote(value, safe='', errors='surrogatepass')}" for value in values).encode()


async def response_drift(case, _apps):
    app = FastAPI()
    returned = real(case["returned"])
    app.get("/", response_model=type_of(case["model"]))(lambda: returned)
    status, answer = await ask(app, "GET")
    if status != case["status"]:
        return f"status {status} instead of {case['status']}: {answer!r}"
    if status == 500:
        issues = issues_of(answer)
        return None if same(case["errors"], issues) else f"recorded {json.dumps(case['errors'])}, found {issues or answer!r}"
    return None if answer.decode() == case["body_text"] else f"recorded {case['body_text']}, found {answer.decode()}"


def issues_of(error):
    """Returns what the log receives for a reply that does not fit its model; None for any other failure."""
    if not isinstance(error, ResponseValidationError):
        return None
    issues = [{name: issue[name] for name in ("type", "loc", "msg", "ctx") if name in issue} for issue in error.errors()]
    return json.loads(json.dumps(issues, default=str))


class Returned:
    """An object with attributes, not a map."""


def real(value):
    """Returns what a handler returned: README section 2 describes the tagged values."""
    if isinstance(value, list):
        return [real(item) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1 and next(iter(value)) in TAGGED:
        [(tag, content)] = value.items()
        return TAGGED[tag](content)
    return {key: real(item) for key, item in value.items()}


def attributes(content):
    made = Returned()
    made.__dict__.update(real(content))
    return made


TAGGED = {
    "$datetime": datetime.datetime.fromisoformat, "$date": datetime.date.fromisoformat,
    "$time": datetime.time.fromisoformat, "$timedelta": lambda seconds: datetime.timedelta(seconds=seconds),
    "$uuid": uuid.UUID, "$decimal": decimal.Decimal, "$float": float, "$int": int,
    "$bytes": lambda text: text.encode(), "$tuple": lambda items: tuple(real(items)),
    "$set": lambda items: set(real(items)), "$object": attributes,
}


def same(a, b):
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


async def main(files):
    drifts = checked = 0
    for file in files:
        drift_of = response_drift if file.parent.name == "response" else field_drift
        apps = {}
        for line in file.read_text().splitlines():
            case = json.loads(line)
            drift = await drift_of(case, apps)
            checked += 1
            if drift is not None:
                drifts += 1
                print(f"{case['id']}: {drift}")
    print(f"{checked} checked, {drifts} drifted")
    return 1 if drifts else 0


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    given = [Path(name).resolve() for name in sys.argv[1:]]
    missing = [str(file) for file in given if not file.is_file()]
    if missing:
        sys.exit(f"There is no file {', '.join(missing)}")
    sys.exit(asyncio.run(main(given or sorted([*HERE.glob("fields/*.jsonl"), *HERE.glob("response/*.jsonl")]))))
