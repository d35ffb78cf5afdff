# Prints a line for each field of config.json that the application would refuse: its path and what is wanted. The rules
# are those of src/api/config.ts; deploy/config-check.test.ts compares both. origins.jq judges the two lists of origins.

def need($path; wanted; $what): if wanted then empty else "\($path): \($what)" end;
def string(wanted): type == "string" and wanted;

def text($path): need($path; string(length <= 4000 and test("\\S")); "a text of 1 to 4000 characters");
def both($path): if type != "object" then "\($path): a text in ru and en" else (.ru | text($path + ".ru")), (.en | text($path + ".en")) end;
def short($path): need($path; string(length <= 300 and test("\\S")); "a text of 1 to 300 characters");
def both_short($path): if type != "object" then "\($path): a text in ru and en" else (.ru | short($path + ".ru")), (.en | short($path + ".en")) end;
def markdown($path): need($path; string(length <= 200000); "a text of at most 200000 characters");
def day($path): need($path; string(test("\\A[0-9]{4}-(?:0[1-9]|1[0-2])-(?:[12][0-9]|0[1-9]|3[01])\\z")); "a day as in 2026-11-01");
def url($path): need($path; string(test("\\A(?:https://[^/?#@\\s]+|http://(?:localhost|127\\.0\\.0\\.1)(?::[0-9]+)?)(?:[/?#].*)?\\z"; "i")); "an https address");
def moment($path): need($path; string(test("\\A[0-9]{4}-(?:0[1-9]|1[0-2])-(?:[12][0-9]|0[1-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])\\z")); "a time with its zone, as in 2026-12-01T22:00:00+03:00");
def email($path): need($path; string(test("\\A[\\w+-]+(?:\\.[\\w+-]+)*@[0-9a-z]+(?:[.-][0-9a-z]+)*\\.[a-z]{2,}\\z"; "i")); "an email address");
def zone($path): need($path; string(test("\\A(?:UTC|GMT|[A-Za-z]+(?:/[A-Za-z0-9_+-]+)+)\\z")); "a time zone as in Europe/Moscow");
def site_path($path): need($path; string(test("\\A/(?!api(?:/|\\z))(?!.*/\\.\\.?(?:/|\\z))[A-Za-z0-9_-][A-Za-z0-9_./-]{0,199}\\z")); "a path as in /vitals");

def object($path; fields): if type == "object" then fields else "\($path): an object" end;
# An absent field is right where it is optional; null is not.
def optional($name; check): if has($name) then .[$name] | check else empty end;
def each($path; check): if type != "array" then "\($path): a list" else to_entries[] | check end;
def days($path): each($path; .key as $at | .value | day("\($path).\($at)"));

def contact($path): object($path;
  (.label | both($path + ".label")),
  (.value | if type == "string" then text($path + ".value") else both($path + ".value") end),
  optional("kind"; need($path + ".kind"; . as $kind | ["text", "email", "phone", "url"] | index([$kind]) != null; "text, email, phone or url")));

def section($path): object($path;
  (.title | both($path + ".title")),
  (.fields
    | if . == [] then "\($path).fields: a list that is not empty"
      else each("\($path).fields"; .key as $at | .value | contact("\($path).fields.\($at)")) end));

def document($path): object($path;
  (.id | need($path + ".id"; string(test("\\A(?!(?:main|root)\\z)[a-z][a-z0-9-]{0,63}\\z")); "an anchor as in personal-data")),
  (.title | both($path + ".title")),
  (.text | object($path + ".text"; (.ru | markdown($path + ".text.ru")), (.en | markdown($path + ".text.en")))));

optional("is_sample"; need("is_sample"; type == "boolean"; "true or false")),
(.contacts | each("contacts"; .key as $at | .value | section("contacts.\($at)"))),
(.legal | object("legal";
  (.updated | day("legal.updated")),
  (.documents
    | each("legal.documents"; .key as $at | .value | document("legal.documents.\($at)")),
      need("legal.documents"; [arrays[] | objects | .id] | length == (unique | length); "documents whose ids differ")))),
optional("time_zone"; zone("time_zone")),
optional("exam"; object("exam";
  optional("report"; object("exam.report";
    (.text | both("exam.report.text")),
    optional("email"; email("exam.report.email")),
    optional("url"; url("exam.report.url")))),
  optional("holidays"; days("exam.holidays")),
  optional("working_days"; days("exam.working_days")))),
optional("vitals_path"; site_path("vitals_path")),
optional("lms"; object("lms"; (.name | both("lms.name")), (.login_url | url("lms.login_url")))),
optional("notice"; object("notice";
  (.text | both_short("notice.text")),
  optional("level"; need("notice.level"; . as $level | ["info", "warning"] | index([$level]) != null; "info or warning")),
  optional("from"; moment("notice.from")),
  optional("until"; moment("notice.until")),
  optional("link"; url("notice.link"))))
