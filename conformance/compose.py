"""Composes recorded declarations into new ones at random, sends values to an installed FastAPI, and records its responses.

    python conformance/compose.py SEED COUNT FILE       then: node conformance/run.ts FILE

A FILE in a folder called `response` has replies, any other FILE has fields. Needs what verify.py needs. The replay prints
where this library responds differently; sections 4 and 5 of README.md say which differences are intended.
"""

import asyncio
import json
import random
import sys
import warnings
from pathlib import Path

from fastapi import FastAPI

from vary import is_exact, parts, recorded, result_of, vary
from verify import answer_to, ask, issues_of, real, type_of

LEAVES = {"str", "int", "float", "bool", "datetime", "date", "time", "timedelta", "uuid", "email", "url", "decimal",
          "literal", "enum"}
COMPOSITES = ("list", "dict", "tuple", "optional", "union", "union", "model", "model", "discriminated", "any")
PER_DECLARATION = 12
LONGEST = 4000
# What handlers return where JSON has only strings and numbers.
TYPED = {
    "datetime": [{"$datetime": text} for text in ("2026-01-02T03:04:05", "1999-12-31T23:59:59.000100-05:30")],
    "date": [{"$date": "2026-01-02"}, {"$datetime": "2026-01-02T00:00:00"}],
    "time": [{"$time": "03:04:05"}, {"$time": "23:59:59.000100+02:00"}],
    "timedelta": [{"$timedelta": seconds} for seconds in (0, 90061, -90061.25, 0.000001)],
    "decimal": [{"$decimal": text} for text in ("1.50", "-0.00", "1E+3", "1E-7")],
    "int": [{"$decimal": "2"}, {"$decimal": "2.5"}, True],
    "float": [{"$decimal": "2.5"}, {"$float": "nan"}, {"$float": "-inf"}],
}
ANY_TYPED = [{"$set": [1]}, {"$object": {"a": 1, "title": "x"}}, *(value for values in TYPED.values() for value in values)]


class Composer:
    """Declarations made from recorded ones, and values that may fit them."""

    def __init__(self):
        self.known = {}
        for case in recorded(set()):
            value = json.loads(case["input_json"])
            if case["kind"] in LEAVES and case["source"] == "json" and all(map(is_exact, parts(value))):
                taken, refused = self.known.setdefault(key_of(case), ([], []))
                (taken if "ok" in case["result"] else refused).append(value)
        self.leaves = [json.loads(key) for key in self.known]
        self.values = [value for groups in self.known.values() for group in groups for value in group]
        self.named = 0

    def declare(self, depth):
        if depth == 0 or random.random() < 0.25:
            return self.leaf()
        kind = random.choice(COMPOSITES)
        return getattr(self, kind)(depth - 1) if kind != "any" else {"kind": "any", "options": {}}

    def leaf(self):
        kind, options = random.choice(self.leaves)
        return {"kind": kind, "options": {**options, "name": self.name("E")} if kind == "enum" else options}

    def name(self, first):
        self.named += 1
        return f"{first}{self.named}"

    def list(self, depth):
        return {"kind": "list", "options": {"item": self.declare(depth), **counts()}}

    def dict(self, depth):
        # Keys that are floats are written differently (README.md, section 5).
        kind, options = random.choice([leaf for leaf in self.leaves if leaf[0] not in ("float", "enum")])
        key = {"kind": kind, "options": options}
        return {"kind": "dict", "options": {"key": key, "value": self.declare(depth), **counts()}}

    def tuple(self, depth):
        items = [self.declare(depth) for _ in range(random.randrange(1, 4))]
        return {"kind": "tuple", "options": {"item": items[0], **counts()} if len(items) == 1 else {"items": items}}

    def optional(self, depth):
        return {"kind": "optional", "options": {"item": self.declare(depth)}}

    def union(self, depth):
        members = {key_of(member): member for member in (self.declare(depth) for _ in range(3))}
        nothing = [{"kind": "null", "options": {}}] if random.random() < 0.2 else []
        return {"kind": "union", "options": {"members": [*members.values(), *nothing]}}

    def model(self, depth, first=None):
        names = random.sample(["a", "b", "title", "when", "items", "x_y"], random.randrange(1, 4))
        fields = {name: self.field(depth, name if first is None else None) for name in names}
        extra = {"extra": random.choice(("forbid", "allow"))} if random.random() < 0.3 else {}
        options = {"name": self.name("M"), "fields": {**(first or {}), **fields}, **extra}
        return {"kind": "model", "options": {**options, "populate_by_name": random.random() < 0.2}}

    def field(self, depth, aliased):
        alias = {"alias": f"the {aliased}"} if aliased is not None and random.random() < 0.2 else {}
        return {**self.declare(depth), **({"default": None} if random.random() < 0.3 else {}), **alias}

    def discriminated(self, depth):
        tags = random.sample(["a", "b", "Dog", "1", "ж"], random.randrange(2, 4))
        members = [self.model(depth, {"kind": {"kind": "literal", "options": {"values": [tag]}}}) for tag in tags]
        return {"kind": "discriminated", "options": {"tag": "kind", "members": members}}

    def value(self, declared, typed):
        """Returns a value that may fit; `typed`: as a handler returns it."""
        if random.random() < 0.1:
            return random.choice(ANY_TYPED) if typed and random.random() < 0.5 else random.choice(self.values)
        kind, options = declared["kind"], declared["options"]
        if typed and kind in TYPED and random.random() < 0.5:
            return random.choice(TYPED[kind])
        if kind in ("union", "discriminated"):
            return self.value(random.choice(options["members"]), typed)
        if kind == "optional":
            return None if random.random() < 0.2 else self.value(options["item"], typed)
        if kind in ("list", "tuple"):
            items = options.get("items") or [options["item"]] * random.randrange(4)
            return [self.value(item, typed) for item in items]
        if kind == "dict":
            keys = [self.value(options["key"], False) for _ in range(random.randrange(4))]
            return {key if isinstance(key, str) else json.dumps(key): self.value(options["value"], typed) for key in keys}
        if kind == "model":
            return self.object(options, typed)
        return None if kind == "null" else random.choice(self.candidates(declared))

    def object(self, options, typed):
        given = [(name, field) for name, field in options["fields"].items() if random.random() > 0.15]
        value = {field.get("alias", name): self.value(field, typed) for name, field in given}
        if random.random() < 0.2:
            value["more"] = random.choice(self.values)
        return {"$object": value} if typed and random.random() < 0.3 else value

    def candidates(self, declared):
        if declared["kind"] in ("any", "literal"):
            return declared["options"].get("values", self.values)
        taken, refused = self.known[key_of(declared)]
        return taken if taken and (not refused or random.random() < 0.85) else refused


def key_of(declared):
    """Returns what two equal declarations have in common."""
    options = declared["options"]
    if declared["kind"] == "enum":
        options = {name: value for name, value in options.items() if name != "name"}
    return json.dumps([declared["kind"], options], sort_keys=True)


def counts():
    return random.choice(({}, {}, {"min_items": 1}, {"max_items": 3}))


def is_flat(declared, within=False):
    """Whether no union is inside a union: Python's are flat, and drop duplicates."""
    kind, options = declared["kind"], declared["options"]
    if within and kind in ("union", "optional"):
        return False
    inner = [options[name] for name in ("item", "key", "value") if name in options]
    inner += [*options.get("items", []), *options.get("members", []), *options.get("fields", {}).values()]
    return all(is_flat(part, kind in ("union", "optional")) for part in inner)


async def field_case(composer, declared, apps):
    value = composer.value(declared, False)
    value = vary(value, composer.values) if random.random() < 0.25 else value
    text = json.dumps(value)
    if len(text) > LONGEST or not all(map(is_exact, parts(value))):
        return None
    case = {**declared, "source": "json", "input_json": text}
    result = result_of(*await answer_to(case, apps))
    return None if result is None else {**case, "result": result}


async def response_case(composer, declared, returned):
    value = composer.value(declared, True)
    if len(json.dumps(value)) > LONGEST or not all(map(is_exact, parts(value))):
        return None
    app = FastAPI()
    app.get("/", response_model=returned)(lambda: real(value))
    status, answer = await ask(app, "GET")
    case = {"model": declared, "returned": value, "status": status}
    if status == 500:
        issues = issues_of(answer)
        return None if issues is None else {**case, "errors": issues}
    body = json.loads(answer)
    return {**case, "body": body, "body_text": answer.decode()} if all(map(is_exact, parts(body))) else None


async def record(seed, count, file):
    random.seed(seed)
    composer, written = Composer(), 0
    is_response = file.parent.name == "response"
    case_of = response_case if is_response else field_case
    with file.open("w") as opened:
        while written < count:
            declared = composer.declare(random.choice((1, 2, 2, 3)))
            if not is_flat(declared):
                continue
            asked = type_of(declared) if is_response else {}
            for _ in range(PER_DECLARATION):
                case = await case_of(composer, declared, asked)
                if case is not None:
                    opened.write(json.dumps({**case, "id": f"composed-{seed}-{written}"}) + "\n")
                    written += 1


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    warnings.simplefilter("ignore")
    asyncio.run(record(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]).resolve()))
