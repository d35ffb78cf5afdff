"""The database, sessions, rights and progress of the backend."""

import hashlib
import secrets
import sqlite3
from collections import defaultdict
from datetime import datetime, timedelta, timezone
from typing import Optional

from fastapi import Depends, HTTPException, Response
from fastapi.security import OAuth2PasswordBearer

from models import LARGEST_ID, Group, Profile, Session, User
from variations import STYLE

NO_ACCESS = "you dont have access to this group"


def now() -> datetime:
    return datetime.now(timezone.utc)


def stamp(at: datetime) -> str:
    """Fixed width, so that the texts sort as the times do."""
    return at.isoformat(timespec="microseconds")


db = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
db.row_factory = sqlite3.Row
db.executescript(
    """
    create table users (id integer primary key, username text unique, email text unique, email_verified int, password text,
      first_name text, last_name text, share_link text, created_at text);
    create table sessions (id integer primary key, user_id int, access text, access_until text, refresh text, previous text,
      rotated_at text);
    create table used_tokens (token text primary key, session_id int);
    create table mail_tokens (token text primary key, user_id int, purpose text);
    create table groups (id integer primary key, name text, description text, mnemonic_code text, is_exam int,
      hide_leaderboard int, start_date text, end_date text, invite_code text, hours real, price int, in_lms int);
    create table members (group_id int, user_id int, is_admin int, primary key (group_id, user_id));
    create table categories (id integer primary key, group_id int, name text);
    create table tasks (id integer primary key, group_id int, category_id int, title text, difficulty text, points int,
      important int, disabled text, visible int, description text, has_lab int, has_terminal int, writeup text, rule text,
      gitlab_id text);
    create table flags (id integer primary key, task_id int, title text, answer text);
    create table hints (id integer primary key, task_id int, number int, text text, cost int);
    create table solves (flag_id int, user_id int, at text, sent int default 0, primary key (flag_id, user_id));
    create table hints_taken (hint_id int, user_id int, at text, primary key (hint_id, user_id));
    create table attempts (id integer primary key, group_id int, user_id int, status text, created_at text, started_at text,
      ends_at text, report_deadline text, review_due text, rejection_reason text, score int);
    create table labs (user_id integer primary key, task_id int, started_at text, expires_at text);
    create table failures (kind text, who text, at text);
    create table feedback (user_id int, text text, file blob);
    create index flags_task on flags (task_id);
    create index tasks_group on tasks (group_id);
    """
)
last_ids = defaultdict(int, {"users": 7000, "groups": 31, "tasks": 90210, "flags": 551, "attempts": 18, "competencies": 3})


def rows(sql: str, *values) -> list:
    return db.execute(sql, values).fetchall()


def row(sql: str, *values):
    return db.execute(sql, values).fetchone()


def new_id(table: str) -> int:
    last_ids[table] += 1
    return LARGEST_ID + 1 - (last_ids[table] - first_ids[table]) if "limit" in STYLE else last_ids[table]


def insert(table: str, **values) -> int:
    key = values.pop("id", None) or new_id(table)
    names = ["id", *values]
    sql = f"insert into {table} ({', '.join(names)}) values ({', '.join('?' * len(names))})"
    db.execute(sql, (key, *values.values()))
    return key


first_ids = defaultdict(int, last_ids)


def hash_password(password: str) -> str:
    return hashlib.sha256(b"flagship" + password.encode()).hexdigest()


# ---------------------------------------------------------------- sessions and rights

oauth2 = OAuth2PasswordBearer(tokenUrl="/api/auth/login", auto_error="texts" not in STYLE)


def unauthorized(text: str, terse: str) -> HTTPException:
    detail = text if "texts" in STYLE else "Not authenticated" if "terse" in STYLE else terse
    return HTTPException(401, detail, {"WWW-Authenticate": "Bearer"})


async def current_user(token: Optional[str] = Depends(oauth2)):
    if not token:
        raise unauthorized("No token provided", "Not authenticated")
    user = row(
        "select u.* from users u join sessions s on s.user_id = u.id where s.access = ? and s.access_until > ?",
        token,
        stamp(now()),
    )
    if not user:
        raise unauthorized("Invalid token", "Could not validate credentials")
    return user


async def verified_user(user=Depends(current_user)):
    if not user["email_verified"]:
        raise HTTPException(403, "email not verified")
    return user


def limit(kind: str, who, most: int, seconds: int = 60) -> int:
    """How many failures are left before a pause."""
    since = stamp(now() - timedelta(seconds=seconds))
    count = row("select count(*) from failures where kind = ? and who = ? and at > ?", kind, str(who), since)[0]
    if count >= most:
        raise HTTPException(429, "too many attempts", {"Retry-After": str(seconds)})
    return most - count


def count_failure(kind: str, who) -> None:
    db.execute("insert into failures values (?, ?, ?)", (kind, str(who), stamp(now())))


def user_out(user) -> User:
    return User(**{**user, "no_password": user["password"] is None})


def send_session(user, response: Response, session_id: Optional[int] = None) -> Session:
    access, refresh = secrets.token_urlsafe(24), secrets.token_urlsafe(32)
    until = stamp(now() + timedelta(minutes=10))
    if session_id is None:
        insert("sessions", user_id=user["id"], access=access, access_until=until, refresh=refresh)
    else:
        db.execute(
            "update sessions set access = ?, access_until = ?, previous = refresh, refresh = ?, rotated_at = ? where id = ?",
            (access, until, refresh, stamp(now()), session_id),
        )
    return answer_session(user, response, access, refresh)


def answer_session(user, response: Response, access: str, refresh: str) -> Session:
    response.set_cookie(
        "refresh_token", refresh, max_age=2592000, path="/api/auth", httponly=True, secure=True, samesite="strict"
    )
    return Session(user=user_out(user), access_token=access, refresh_token=refresh)


def find_group(user, group_id: int, admin: bool = False, until_end: bool = True):
    group = row(
        "select g.*, m.is_admin from groups g join members m on m.group_id = g.id where g.id = ? and m.user_id = ?",
        group_id,
        user["id"],
    )
    if not group or (admin and not group["is_admin"]):
        raise HTTPException(403, NO_ACCESS)
    if not user["email_verified"]:
        raise HTTPException(403, "email not verified")
    if not group["is_admin"]:
        if group["start_date"] and group["start_date"] > stamp(now()):
            raise HTTPException(403, "Training in this group will begin later")
        if until_end and group["end_date"] and group["end_date"] <= stamp(now()):
            raise HTTPException(403, "Training in this group has already ended")
    return group


def running_attempt(user, group_id: int):
    return row(
        "select * from attempts where group_id = ? and user_id = ? and status = 'exam_started' and ends_at > ?",
        group_id,
        user["id"],
        stamp(now()),
    )


def find_task(user, group_id: int, task_id: int, missing: str = "Task not found", works: bool = False):
    group = find_group(user, group_id)
    task = row("select * from tasks where id = ? and group_id = ?", task_id, group_id)
    if not task or not (task["visible"] or group["is_admin"]):
        raise HTTPException(404, "Not Found" if "not-found" in STYLE else missing)
    if group["is_exam"] and not running_attempt(user, group_id):
        raise HTTPException(409, "no started attempt exists")
    if works and task["disabled"] is not None:
        raise HTTPException(403, "You dont have access to this task")
    return task


# ---------------------------------------------------------------- progress


def progress(group_id: int, user_id: Optional[int] = None) -> dict:
    """By user and task: flags found, points earned, when it was solved, and how the user's points grew."""
    tasks = {t["id"]: t for t in rows("select id, points from tasks where group_id = ? and visible", group_id)}
    totals = dict(rows("select task_id, count(*) from flags where task_id in (select id from tasks where group_id = ?) group by 1", group_id))
    whose = "" if user_id is None else f"and user_id = {int(user_id)}"
    events = rows(
        f"""select user_id, task_id, at, 1 as found, 0 as cost from solves s join flags f on f.id = s.flag_id
            where task_id in (select id from tasks where group_id = :group and visible) {whose}
            union all select user_id, task_id, at, 0, cost from hints_taken t join hints h on h.id = t.hint_id
            where task_id in (select id from tasks where group_id = :group and visible) {whose} order by at""".replace(
            ":group", str(int(group_id))
        )
    )
    people: dict = defaultdict(lambda: {"tasks": {}, "points": 0, "solved": 0, "last": None, "growth": []})
    for event in events:
        person = people[event["user_id"]]
        state = person["tasks"].setdefault(event["task_id"], {"found": 0, "cost": 0, "points": 0, "solved_at": None})
        total, before = totals.get(event["task_id"], 0), state["points"]
        state["found"] += event["found"]
        state["cost"] += event["cost"]
        if state["found"]:
            full = tasks[event["task_id"]]["points"] * state["found"] // total
            state["points"] = max(0, full - state["cost"])
        if event["found"] and state["found"] == total:
            state["solved_at"] = person["last"] = event["at"]
            person["solved"] += 1
        if state["points"] != before:
            person["points"] += state["points"] - before
            person["growth"].append({"at": event["at"], "points": person["points"]})
    return people


def task_summary(task) -> dict:
    count = lambda table: row(f"select count(*) from {table} where task_id = ?", task["id"])[0]
    state = "hidden" if not task["visible"] else "active" if task["disabled"] is None else "disabled"
    return {
        **{name: task[name] for name in ("id", "title", "difficulty", "points", "important", "visible", "has_lab")},
        "status": state,
        "disabled_reason": task["disabled"] or None,
        "flags_total": count("flags"),
        "has_hint": count("hints") > 0,
        "has_writeup": task["writeup"] is not None,
        "tags": [task["difficulty"]],
    }


def group_summary(user, group) -> dict:
    tasks = rows("select id, points, important from tasks where group_id = ? and (visible or ?)", group["id"], group["is_admin"])
    own = progress(group["id"], user["id"])[user["id"]]
    solved = {key for key, state in own["tasks"].items() if state["solved_at"]}
    return {
        **group,
        "tasks_total": len(tasks),
        "tasks_solved": own["solved"],
        "important_left": sum(1 for task in tasks if task["important"] and task["id"] not in solved),
        "points_total": sum(task["points"] for task in tasks),
        "points_earned": own["points"],
        "created_by": last_ids["groups"],
        "tags": ["range"],
    }


def attempt_out(group, attempt) -> dict:
    waits = attempt["status"] == "need_pay" and group["price"] is not None
    priced = {"price": group["price"], "currency": "EUR"} if group["price"] is not None else {}
    url = f"https://bank.example/orders/{attempt['id']}" if waits else None
    return {**attempt, **priced, "hours": group["hours"], "payment_url": url}


def attempts_of(user, group) -> list:
    db.execute(
        "update attempts set status = 'time_left' where status = 'exam_started' and ends_at <= ?", (stamp(now()),)
    )
    found = rows("select * from attempts where group_id = ? and user_id = ? order by created_at", group["id"], user["id"])
    return [attempt_out(group, attempt) for attempt in found]


def group_out(user, group) -> Group:
    is_open = not group["is_exam"] or group["is_admin"] or running_attempt(user, group["id"])
    by_category = defaultdict(list)
    for task in rows("select * from tasks where group_id = ? and (visible or ?) order by title", group["id"], group["is_admin"]):
        by_category[task["category_id"]].append(task_summary(task))
    categories = rows("select * from categories where group_id = ? order by name", group["id"]) if is_open else []
    exam = {"hours": group["hours"], "price": group["price"], "report_required": True} if group["is_exam"] else None
    if exam and group["price"] is not None:
        exam["currency"] = "EUR"
    return Group(
        **{
            **group_summary(user, group),
            "categories": [{**one, "tasks": by_category[one["id"]]} for one in categories if by_category[one["id"]]],
            "attempts": attempts_of(user, group),
            "exam": exam,
            "invite_code": group["invite_code"] if group["is_admin"] else None,
        }
    )


def profile_out(person, is_own: bool) -> Profile:
    groups = rows(
        "select g.id from groups g join members m on m.group_id = g.id where m.user_id = ? and not g.is_exam and not m.is_admin",
        person["id"],
    )
    found, days, everything = defaultdict(list), defaultdict(int), []
    for (group_id,) in groups:
        states = progress(group_id, person["id"])[person["id"]]["tasks"]
        for task in rows(
            "select t.*, c.name as category from tasks t join categories c on c.id = t.category_id where t.group_id = ? and visible",
            group_id,
        ):
            solved_at = states.get(task["id"], {}).get("solved_at")
            entry = (task, solved_at)
            everything.append(entry)
            # A hard task counts for two competencies.
            for name in {task["category"], "Persistence" if task["difficulty"] == "hard" else task["category"]}:
                found[name].append(entry)
            if solved_at:
                days[solved_at[:10]] += 1
    totals = lambda entries: {
        "points": sum(task["points"] for task, at in entries if at),
        "points_total": sum(task["points"] for task, _ in entries),
        "tasks_solved": sum(1 for _, at in entries if at),
        "tasks_total": len(entries),
    }
    return Profile(
        user={**person},
        is_public=person["share_link"] is not None,
        share_link=person["share_link"] if is_own else None,
        competencies=[
            {
                **totals(entries),
                "id": competency_ids.setdefault(name, len(competency_ids) + 4),
                "name": name,
                "tasks": [{**task, "solved_at": at} for task, at in entries if at],
            }
            for name, entries in sorted(found.items())
        ],
        totals=totals(everything),
        activity=[{"date": day, "solved": count} for day, count in sorted(days.items())],
    )


competency_ids: dict = {}


def add_user(username: str, email: str, password: Optional[str], **more) -> int:
    hashed = None if password is None else hash_password(password)
    return insert("users", username=username, email=email, password=hashed, created_at=stamp(now()), **more)
