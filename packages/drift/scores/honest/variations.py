"""Rewrites answers: STYLE as the contract allows, DRIFT as it does not."""

import asyncio
import json
import os
import random

STYLE = {word for word in os.environ.get("STYLE", "").split(",") if word}
DRIFT = os.environ.get("DRIFT", "")
FAILING_REQUEST = int(os.environ.get("FAILING_REQUEST", "25"))

UNSET = set(
    "description first_name last_name disabled_reason category_name size extend_from expected_seconds error sent_count "
    "lab_expected_seconds attempts_left log_viewer_url has_terminal activity series updated_at hint_cost".split()
)
UNORDERED = set("categories tasks attempts flags attachments hints_taken series competencies activity endpoints".split())
KEPT_EMPTY = {"errors"}


def walk(value, change):
    """`change` gets each object after its fields, and returns it or another one."""
    if isinstance(value, list):
        return [walk(item, change) for item in value]
    return change({key: walk(item, change) for key, item in value.items()}) if isinstance(value, dict) else value


def unset(found: dict) -> dict:
    is_empty = lambda key, item: key in UNSET or (item == [] and key not in KEPT_EMPTY)
    return {key: None if is_empty(key, item) else item for key, item in found.items()}


def without_nulls(found: dict) -> dict:
    return {key: {} if key == "hint" and item is None else item for key, item in found.items() if item is not None or key == "hint"}


def with_extras(found: dict) -> dict:
    more = {"revision": 4, "created_by": {"id": 1, "team": "range"}, "tags": ["a", "b"], "_links": {"self": "/x"}}
    return {**more, **found} if found else found


def reordered(found: dict) -> dict:
    return {key: item[::-1] if key in UNORDERED and isinstance(item, list) else item for key, item in found.items()}


def with_floats(value):
    if isinstance(value, list):
        return [with_floats(item) for item in value]
    if isinstance(value, dict):
        return {key: with_floats(item) for key, item in value.items()}
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def vary(path: str, data):
    if "orders" in STYLE:
        data = walk(data, reordered)
        if isinstance(data, list):
            data = random.sample(data, len(data)) if path.endswith("/statuses") else data[::-1]
    if "nulls" in STYLE:
        data = walk(data, unset)
    if "lean" in STYLE:
        data = walk(data, without_nulls)
    if "extras" in STYLE:
        data = walk(data, with_extras)
    return with_floats(data) if "floats" in STYLE else data


def renamed(found: dict, name: str, other: str) -> dict:
    return {other if key == name else key: item for key, item in found.items()}


def changed(found: dict, names, change) -> dict:
    return {key: change(item) if key in names and item is not None else item for key, item in found.items()}


def local_date(text: str) -> str:
    return f"{text[8:10]}.{text[5:7]}.{text[:4]} {text[11:16]}"


TIMES = ("start_date", "end_date", "created_at", "started_at", "ends_at", "expires_at", "solved_at", "last_solved_at", "at")

# Each takes the path, the status and the body, and returns the status and the body.
DRIFTS = {
    "name-to-title": lambda path, status, data: (
        status, walk(data, lambda one: renamed(one, "name", "title") if "hide_leaderboard" in one else one)),
    "points-as-text": lambda path, status, data: (status, walk(data, lambda one: changed(one, ("points",), lambda v: v if isinstance(v, list) else str(v)))),
    "register-201": lambda path, status, data: (201, {"id": 77}) if path.endswith("/register") and status == 204 else (status, data),
    "field-missing-for-one": lambda path, status, data: (
        status, walk(data, lambda one: {k: v for k, v in one.items() if k != "no_password"} if one.get("email") == "eira@range.example" else one)),
    "new-parameter": lambda path, status, data: (status, data),
    "other-detail": lambda path, status, data: (
        status, {"detail": "Bad credentials"} if data == {"detail": "Incorrect username or password"} else data),
    "local-dates": lambda path, status, data: (status, walk(data, lambda one: changed(one, TIMES, local_date))),
    "pagination": lambda path, status, data: (
        status, {"items": data, "total": len(data)} if path.endswith("/groups") and isinstance(data, list) else data),
    "lab-pending": lambda path, status, data: (status, walk(data, lambda one: changed(one, ("status", "lab_status"), lambda v: "pending" if v == "starting" else v))),
    "cookie-flags": lambda path, status, data: (status, data),
    "no-disposition": lambda path, status, data: (status, data),
    "other-socket": lambda path, status, data: (
        status, {"url": "ws://labs.elsewhere.example:7681/ws"} if path.endswith("/webssh") and status == 200 else data),
}


class Variations:
    def __init__(self, app):
        self.app = app
        self.count = 0

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http" or not scope["path"].startswith("/api"):
            return await self.app(scope, receive, send)
        self.count += 1
        path = scope["path"]
        await asyncio.sleep(0.2 if "slow200" in STYLE else 0.12 if "slow120" in STYLE else 0)
        if "one-503" in STYLE and self.count == FAILING_REQUEST:
            return await answer(send, 503, [(b"content-type", b"text/html"), (b"retry-after", b"1")], b"<h1>503</h1>")
        if DRIFT == "new-parameter" and "/leaderboard/" in path and b"period=" not in scope["query_string"]:
            issue = {"loc": ["query", "period"], "msg": "field required", "type": "value_error.missing"}
            body = json.dumps({"detail": [issue]}).encode()
            return await answer(send, 422, [(b"content-type", b"application/json")], body)
        start, chunks = {}, []

        async def collect(message):
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                chunks.append(message.get("body", b""))

        await self.app(scope, receive, collect)
        status, body = start["status"], b"".join(chunks)
        headers = [(name, value) for name, value in start["headers"] if name != b"content-length"]
        if (b"content-type", b"application/json") in headers or status == 204:
            data = json.loads(body) if body else None
            new_status, changed_data = DRIFTS.get(DRIFT, lambda _path, *same: same)(path, status, vary(path, data))
            if new_status != 204 and status == 204:
                headers.append((b"content-type", b"application/json"))
            status, body = new_status, b"" if changed_data is None else json.dumps(changed_data, ensure_ascii=False).encode()
        if DRIFT == "cookie-flags":
            weak = lambda value: value.replace(b" HttpOnly;", b"").replace(b"SameSite=strict", b"SameSite=none")
            headers = [(name, weak(value) if name == b"set-cookie" else value) for name, value in headers]
        if DRIFT == "no-disposition":
            headers = [(name, value) for name, value in headers if name != b"content-disposition"]
        headers.append((b"cache-control", b"no-store"))
        await answer(send, status, headers, body)


async def answer(send, status: int, headers: list, body: bytes) -> None:
    length = [] if status == 204 else [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *length]})
    await send({"type": "http.response.body", "body": body})
