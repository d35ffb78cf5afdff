# Prints the origins of config.json as nginx variables; fails on anything that isn't an origin, and on a contact that
# would add lines to security.txt.
# The patterns are the same as in deploy/headers.ts and the application; deploy/nginx.test.ts compares them.

def origins(field; form):
  (.[field] // []) as $listed
  | if ($listed | type) != "array" then error("\(field) is no list.") else $listed end
  | map(if type == "string" and test(form) then . else error("\(field) holds \(tojson), which is no origin.") end)
  | reduce .[] as $origin ([]; if index([$origin]) then . else . + [$origin] end);

def variable(name): "map $uri $\(name) { default \"\(map(" " + .) | join(""))\"; }";

if length != 1 or (.[0] | type) != "object" then error("it is not one JSON object.") else .[0] end
| if (.security_contact // "mailto:a@b") | type == "string" and test("\\A(?:mailto:[^\\s@]+@[^\\s@]+|https://\\S+)\\z")
  then . else error("security_contact is \(.security_contact | tojson): mailto:… or https://… is wanted.") end
| origins("payment_origins"; "\\A(?:https://[a-z0-9.-]+|http://(?:localhost|127\\.0\\.0\\.1))(?::[0-9]{1,5})?\\z") as $payment
| origins("terminal_origins"; "\\A(?:wss|https)://[a-z0-9.-]+(?::[0-9]{1,5})?\\z") as $terminal
| ($payment | variable("payment_origins")),
  ($terminal | map(select(startswith("wss:"))) | variable("terminal_sockets")),
  ($terminal | map(select(startswith("https:"))) | variable("terminal_frames"))
