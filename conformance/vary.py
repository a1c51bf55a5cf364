"""Varies the recorded inputs of fields at random, sends them to an installed FastAPI, and records its responses.

    python conformance/vary.py SEED COUNT FILE [KIND...]      then: node conformance/run.ts FILE

KIND is the name of a file in fields/; default: all. Needs what verify.py needs. The replay prints where this library
responds differently; sections 4 and 5 of README.md say which differences are intended.
"""

import asyncio
import json
import random
import sys
import warnings

from verify import HERE, answer_to

CHARACTERS = (
    " \t\n+-.:,/_0123456789eETZzPDHMSWYX@#?%&=[]{}()<>\"'\\;|~^$*!`"
    "aàéßİıſK\u200b\u00a0\u2028\u0660\uff11😀\u0301\x00\x7f\ufeff"
)
LONGEST = 300
# Where this project differs on purpose, nothing is varied.
LEFT_OUT = ("absent", "oracle_status", "unsafe_in_js", "tags")


def recorded(kinds):
    for file in sorted((HERE / "fields").glob("*.jsonl")):
        if kinds and file.stem not in kinds:
            continue
        for line in file.open():
            case = json.loads(line)
            if not any(name in case for name in LEFT_OUT):
                yield case


def parts(value):
    yield value
    for part in value if isinstance(value, list) else value.values() if isinstance(value, dict) else ():
        yield from parts(part)


def vary(value, others):
    """Returns the value with one change, somewhere in it."""
    if isinstance(value, str):
        return vary_text(value, str(random.choice(others)))
    if isinstance(value, list) and value:
        at = random.randrange(len(value))
        return random.choice((
            [*value[:at], vary(value[at], others), *value[at + 1 :]], [*value[:at], *value[at + 1 :]],
            [*value, random.choice(others)],
        ))
    if isinstance(value, dict) and value:
        name = random.choice(list(value))
        rest = {other: value[other] for other in value if other != name}
        return random.choice((
            {**value, name: vary(value[name], others)}, {**rest, vary_text(name, "x"): value[name]},
            {**value, "more": random.choice(others)},
        ))
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return random.choice((value + 1, value - 0.5, -value, value * 1000, json.dumps(value), random.choice(others)))
    return random.choice(others)


def vary_text(text, other):
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        start = random.randrange(len(text) + 1)
        end = min(len(text), start + random.randrange(1, 4))
        character = random.choice(CHARACTERS)
        text = random.choice((
            text[:start] + character + text[start:], text[:start] + character + text[end:],
            text[:start] + text[end:], text[:end] + text[start:],
            text[:start] + other[random.randrange(len(other) + 1) :],
            text[:start] + text[start:end].swapcase() + text[end:],
        ))
    return text[:LONGEST]


def is_exact(value):
    """Whether JavaScript reads the number as Python does, and as no other number."""
    if isinstance(value, float):
        return not value.is_integer() and abs(value) < 1e15
    return not isinstance(value, int) or abs(value) < 2**53


def result_of(status, answer):
    """Returns what is recorded of a response; None if there is none, or if JavaScript would read it differently."""
    if status not in (200, 422):
        return None
    body = json.loads(answer)
    if not all(map(is_exact, parts(body))):
        return None
    return {"errors": body["detail"]} if status == 422 else {"ok": body["value"]}


async def record(seed, count, file, kinds):
    random.seed(seed)
    cases = list(recorded(kinds))
    if not cases:
        sys.exit(f"No file in fields/ is called {', '.join(kinds)}")
    inputs = [json.loads(case["input_json"]) for case in cases]
    others = {"json": [part for value in inputs for part in parts(value)]}
    others["string"] = [part for part in others["json"] if isinstance(part, str)] or [""]
    apps, written = {}, 0
    while written < count:
        at = random.randrange(len(cases))
        value = vary(inputs[at], others[cases[at]["source"]])
        # A parameter without a value is absent.
        if not all(map(is_exact, parts(value))) or (value == [] and cases[at]["source"] == "string"):
            continue
        case = {**cases[at], "id": f"varied-{seed}-{written}", "input_json": json.dumps(value)}
        case["result"] = result_of(*await answer_to(case, apps))
        if case["result"] is not None:
            file.write(json.dumps(case) + "\n")
            written += 1


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    warnings.simplefilter("ignore")
    with open(sys.argv[3], "w") as opened:
        asyncio.run(record(int(sys.argv[1]), int(sys.argv[2]), opened, set(sys.argv[4:])))
