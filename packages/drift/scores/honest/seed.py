"""People, groups and tasks of the backend; fixtures.ts names the accounts for the drift check."""

from datetime import timedelta

from store import STYLE, add_user, db, insert, now, row, stamp

PASSWORD = "stream-of-larch-7"


def day(offset: float) -> str:
    return stamp(now() + timedelta(days=offset))


def person(username: str, first_name=None, last_name=None, **more) -> int:
    values = {"email_verified": 1, "first_name": first_name, "last_name": last_name, **more}
    return add_user(username, f"{username}@range.example", PASSWORD, **values)


def group(name: str, members, admins=(), **more) -> int:
    values = {"is_exam": 0, "hide_leaderboard": 0, "in_lms": 1, "invite_code": f"join-{name[:4].lower()}", **more}
    group_id = insert("groups", name=name, **values)
    for users, is_admin in ((members, 0), (admins, 1)):
        db.executemany("insert into members values (?, ?, ?)", [(group_id, one, is_admin) for one in users])
    return group_id


def task(group_id: int, category: str, title: str, difficulty: str, points: int, flags=(), hints=(), **more) -> int:
    found = row("select id from categories where group_id = ? and name = ?", group_id, category)
    category_id = found[0] if found else insert("categories", group_id=group_id, name=category)
    values = {"important": 0, "visible": 1, "has_lab": 0, "has_terminal": 0, **more}
    values["description"] = f"**{title}**: find what the log does not say."
    task_id = insert(
        "tasks", group_id=group_id, category_id=category_id, title=title, difficulty=difficulty, points=points, **values
    )
    for answer in flags:
        insert("flags", task_id=task_id, answer=answer)
    for number, (text, cost) in enumerate(hints, 1):
        insert("hints", task_id=task_id, number=number, text=text, cost=cost)
    return task_id


def solve(user_id: int, task_id: int, days_ago: float) -> None:
    db.execute(
        "insert into solves select id, ?, ?, 0 from flags where task_id = ?", (user_id, day(-days_ago), task_id)
    )


ivy = person("ivy-larsson", "Ivy", "Larsson")
nils = person("nils_new", email_verified=0)
ada = person("ada_root", "Ada", "Root")
cato = person("cato-9", "Cato", "Nine")
eira = person("eira", "Eira", "Holm")
odin = person("odin", "Odin", "Berg", share_link="odin-shares-this-link")
freya = person("freya", "Freya", "Dal")
thor = person("thor", "Thor")
lena = person("lena_lms")
db.execute("update users set password = null where id = ?", (lena,))
crowd = [ivy, nils, odin, freya, thor, lena, eira]

if "empty" not in STYLE:
    course = group(
        "Blue team basics", crowd, [ada], mnemonic_code="BTB/26", start_date=day(-40), end_date=day(90),
        description="Logs, packets and patience.",
    )
    logs = task(course, "Logs", "Quiet hours", "easy", 35, ["flag{03:17}"], [("Look at night.", 5), ("Count.", 10)],
                important=1, gitlab_id="quiet-hours", writeup="Sort by hour.", rule="after_solve")
    pair = task(course, "Logs", "Two of a kind", "medium", 75, ["flag{one}", "flag{two}"], [("They rhyme.", 7)])
    shop = task(course, "Network", "The shop that never closes", "hard", 310, ["flag{open-late}"], has_lab=1, has_terminal=1,
                important=1, writeup="Port 8080.", rule="always", gitlab_id="shop")
    mill = task(course, "Network", "Windmill", "medium", 120, ["flag{turning}"], [("Listen.", 0)], has_lab=1)
    task(course, "Network", "Broken bridge", "hard", 200, ["flag{river}"], [("Swim.", 20)], has_lab=1, has_terminal=1,
         disabled="The bridge is repaired until Monday.", writeup="Wait.", rule="always")
    task(course, "Reading", "House rules", "easy", 0, writeup="Be kind.", rule="always")
    task(course, "Reading", "Draft of a task", "easy", 15, ["flag{draft}"], visible=0, gitlab_id="draft")
    task(course, "Reading", "Faulty scales", "easy", 20, ["flag{heavy}"])
    for who, found, ago in ((odin, logs, 30), (odin, shop, 29.5), (freya, logs, 20), (thor, logs, 12), (ivy, logs, 3.25),
                            (thor, mill, 11), (freya, mill, 11.5)):
        solve(who, found, ago)
    late = group("Attack trees", [ivy, thor], [ada], hide_leaderboard=1, description="")
    tree = task(late, "Trees", "Roots", "easy", 11, ["flag{bark}"], [("Dig.", 3)], writeup="Dig deeper.", rule="after_solve")
    task(late, "Trees", "Crown", "hard", 500, ["flag{leaf}"], important=1)
    later = group("Winter school", [ivy], [], mnemonic_code="WS-27", start_date=day(30), end_date=day(44))
    task(later, "Snow", "Avalanche", "hard", 90, ["flag{snow}"], gitlab_id="avalanche")
    ended = group("Spring of last year", [ivy, odin], [ada], start_date=day(-400), end_date=day(-300))
    solve(ivy, task(ended, "Web", "Old cookie", "easy", 60, ["flag{stale}"], gitlab_id="cookie"), 320)
    foreign = group("Strangers only", [freya, thor], mnemonic_code="STR", end_date=day(10))
    task(foreign, "Web", "Closed door", "easy", 40, ["flag{knock}"], gitlab_id="door")
    paid = group("Certificate of defence", [ivy, cato, eira], [ada], is_exam=1, hide_leaderboard=1, hours=8, price=450000,
                 mnemonic_code="CERT", in_lms=0)
    admitted = group("Internal review", [cato, eira], is_exam=1, hide_leaderboard=1, hours=2.5)
    for exam in (paid, admitted):
        task(exam, "Exam", "Part one", "medium", 150, ["flag{first}"], important=1, has_lab=1)
        task(exam, "Exam", "Part two", "hard", 250, ["flag{second}"])
    past = {"user_id": eira, "created_at": day(-60)}
    insert("attempts", group_id=paid, status="report_rejected", rejection_reason="Pages 2 to 9 are empty.", score=40,
           started_at=day(-59), ends_at=day(-58.6), report_deadline=day(-57.6), review_due=day(-54), **past)
    insert("attempts", group_id=paid, user_id=eira, status="payed", created_at=day(-1))
    insert("attempts", group_id=admitted, status="payment_rejected", **past)
    insert("attempts", group_id=admitted, user_id=eira, status="get_access", created_at=day(-2))

if "full" in STYLE:
    for number in range(300):
        task(group(f"Team {number:03}", [ivy], invite_code=f"team-{number}"), "Warm-up", f"Hello {number}", "easy", 5, ["flag{hi}"])
    for number in range(1000):
        task(course, f"Shelf {number // 50}", f"Volume {number}", ("easy", "medium", "hard")[number % 3], number % 90,
             [f"flag{{{number}}}"])
    for number in range(5000):
        one = person(f"member-{number}", "Member", str(number))
        db.execute("insert into members values (?, ?, 0)", (course, one))
        for found, share in ((logs, 2), (mill, 3), (shop, 7)):
            if number % share == 0:
                solve(one, found, 1 + number / 300)

db.executemany(
    "insert into mail_tokens values (?, ?, ?)",
    [("larch-reset-1", nils, "reset"), ("larch-code-1", lena, "lms"), ("larch-code-2", lena, "lms")],
)
