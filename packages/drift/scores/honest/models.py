"""What the backend answers and takes."""

import re
from datetime import date, datetime
from typing import List, Literal, Optional

from pydantic import BaseModel, EmailStr, conint, conlist, constr, validator

from variations import STYLE

LARGEST_ID = 2147483647
Id = conint(ge=1, le=LARGEST_ID)
Sum = float if "sums" in STYLE else int
Difficulty = Literal["easy", "medium", "hard"]
Invite = constr(min_length=1, max_length=64, regex="^[A-Za-z0-9_-]+$")


class User(BaseModel):
    id: int
    username: str
    email: EmailStr
    email_verified: bool
    no_password: bool
    first_name: Optional[str] = None
    last_name: Optional[str] = None
    roles: List[str] = ["learner"]
    created_at: datetime


class Session(BaseModel):
    user: User
    access_token: str
    refresh_token: str
    token_type: str = "bearer"


class InviteGroup(BaseModel):
    id: int
    name: str
    description: Optional[str] = None
    is_exam: bool
    start_date: Optional[datetime] = None
    end_date: Optional[datetime] = None
    tags: List[str] = []


class InviteCheck(BaseModel):
    group: InviteGroup


class GroupSummary(InviteGroup):
    mnemonic_code: Optional[str] = None
    is_admin: bool
    hide_leaderboard: bool
    tasks_total: int
    tasks_solved: int
    important_left: int
    points_total: Sum
    points_earned: Sum
    created_by: Optional[int] = None


class TaskSummary(BaseModel):
    id: int
    title: str
    difficulty: Difficulty
    points: int
    important: bool
    status: Literal["active", "disabled", "hidden"]
    disabled_reason: Optional[str] = None
    visible: bool
    flags_total: int
    has_lab: bool
    has_hint: bool
    has_writeup: bool
    tags: List[str] = []


class Category(BaseModel):
    id: int
    name: str
    tasks: List[TaskSummary]


class Attempt(BaseModel):
    id: int
    status: str
    hours: Optional[float] = None
    price: Optional[int] = None
    currency: Optional[str] = None
    payment_url: Optional[str] = None
    created_at: Optional[datetime] = None
    started_at: Optional[datetime] = None
    ends_at: Optional[datetime] = None
    report_deadline: Optional[datetime] = None
    review_due: Optional[datetime] = None
    rejection_reason: Optional[str] = None
    score: Optional[int] = None


class Exam(BaseModel):
    hours: float
    price: Optional[int] = None
    currency: Optional[str] = None
    report_required: bool


class Group(GroupSummary):
    categories: List[Category]
    attempts: List[Attempt]
    exam: Optional[Exam] = None
    invite_code: Optional[str] = None


class Attempts(BaseModel):
    attempts: List[Attempt]


class PaymentCheck(BaseModel):
    id: int
    status: str
    reason: Optional[str] = None


class TaskStatus(BaseModel):
    task_id: int
    solved: bool
    flags_solved: int
    points_earned: Sum
    solved_at: Optional[datetime] = None
    lab_status: Optional[Literal["off", "starting", "ready"]] = None
    lab_expires_at: Optional[datetime] = None


class Flag(BaseModel):
    id: int
    title: Optional[str] = None
    solved: bool


class Attachment(BaseModel):
    name: str
    url: str
    size: Optional[int] = None


class Hint(BaseModel):
    id: int
    text: str
    number: int
    total: int
    cost: int


class HintAnswer(BaseModel):
    hint: Optional[Hint] = None


class Task(TaskSummary):
    group_id: int
    category_name: str
    description: Optional[str] = None
    flags: List[Flag]
    attachments: List[Attachment]
    hints_taken: List[Hint]
    hints_left: int
    hint_cost: Optional[int] = None
    writeup_rule: Optional[Literal["always", "after_solve"]] = None
    lab_expected_seconds: Optional[int] = None
    has_terminal: Optional[bool] = None
    log_viewer_url: Optional[str] = None
    created_by: Optional[int] = None


class Writeup(BaseModel):
    content: str
    author: Optional[str] = None


class FlagResult(BaseModel):
    flag: str
    verdict: Literal["correct", "incorrect", "already_solved"]
    flag_id: Optional[int] = None


class FlagResults(BaseModel):
    results: List[FlagResult]
    solved: bool
    flags_solved: int
    flags_total: int
    points_earned: Sum
    attempts_left: int


class Endpoint(BaseModel):
    label: str
    protocol: str
    host: str
    port: int
    url: Optional[str] = None


class Lab(BaseModel):
    status: Literal["off", "starting", "ready"]
    started_at: Optional[datetime] = None
    expires_at: Optional[datetime] = None
    extend_from: Optional[datetime] = None
    expected_seconds: Optional[int] = None
    endpoints: List[Endpoint] = []
    error: Optional[str] = None


class Terminal(BaseModel):
    url: str


class Row(BaseModel):
    user_id: int
    rank: int
    username: str
    first_name: Optional[str] = None
    last_name: Optional[str] = None
    points: Sum
    solved: int
    last_solved_at: Optional[datetime] = None


class Point(BaseModel):
    at: datetime
    points: Sum


class Series(BaseModel):
    user_id: int
    points: List[Point]


class Leaderboard(BaseModel):
    group_id: int
    updated_at: datetime
    rows: List[Row]
    series: List[Series]


class PublicUser(BaseModel):
    id: int
    username: str
    first_name: Optional[str] = None
    last_name: Optional[str] = None


class SolvedTask(BaseModel):
    id: int
    group_id: int
    title: str
    difficulty: Difficulty
    points: int
    solved_at: datetime


class Totals(BaseModel):
    points: Sum
    points_total: Sum
    tasks_solved: int
    tasks_total: int


class Competency(Totals):
    id: int
    name: str
    tasks: List[SolvedTask]


class Day(BaseModel):
    date: date
    solved: int


class Profile(BaseModel):
    user: PublicUser
    is_public: bool
    share_link: Optional[str] = None
    competencies: List[Competency]
    totals: Totals
    activity: List[Day]


class ShareLink(BaseModel):
    link: str


class Visibility(BaseModel):
    visible: bool


class LmsTask(BaseModel):
    group_id: int
    task_id: int


class LmsDownload(BaseModel):
    updated: int


class LmsUpload(BaseModel):
    status: str
    sent_count: Optional[int] = None
    resend_count: int
    failed_count: int
    errors: List[str]
    message: str


def check_password(value: str) -> str:
    if len(value) < 8:
        raise ValueError("Password must be at least 8 characters")
    return value


def check_username(value: str) -> str:
    if not re.fullmatch(r"[\w-]+", value):
        raise ValueError("Username can contain letters, numbers, underscores and hyphens")
    return value


class LoginRequest(BaseModel):
    username: constr(strip_whitespace=True, min_length=1, max_length=254)
    password: constr(min_length=1, max_length=128)
    invite: Optional[Invite] = None


class RegisterRequest(BaseModel):
    email: EmailStr
    username: constr(min_length=1, max_length=150)
    password: constr(max_length=128)
    invite: Optional[Invite] = None
    _password = validator("password", allow_reuse=True)(check_password)
    _username = validator("username", allow_reuse=True)(check_username)


class CodeRequest(BaseModel):
    code: constr(min_length=1, max_length=2048)


class NewPasswordRequest(BaseModel):
    token: constr(min_length=1, max_length=2048)
    password: constr(min_length=8, max_length=128)


class UsernameRequest(BaseModel):
    new_username: constr(min_length=1, max_length=150)
    _username = validator("new_username", allow_reuse=True)(check_username)


class PasswordRequest(BaseModel):
    old_password: Optional[constr(max_length=128)] = None
    new_password: constr(min_length=8, max_length=128)


class LmsTaskRequest(BaseModel):
    mnemonic_code_group: constr(min_length=1, max_length=64)
    gitlab_id: constr(min_length=1, max_length=64)


class FlagsRequest(BaseModel):
    flags: conlist(constr(min_length=1, max_length=500), min_items=1, max_items=50)
