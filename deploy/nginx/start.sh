#!/bin/sh
# Starts nginx for one deployment of Flagship. Everything that differs between deployments is read and checked here:
#
#   API_URL          where /api and /files are passed on to, as in http://api:8000 (required)
#   SITE             the built site; /srv/flagship by default. Its config.json is the deployment's own
#   RUNTIME          a folder of its own that may be written; /run/flagship by default
#   PORT             8080 by default; with a certificate it only leads to OUTER_TLS_PORT
#   TLS_CERTIFICATE, TLS_KEY, TLS_PORT   files in PEM, and 8443 by default
#   OUTER_TLS_PORT   the port that browsers reach TLS_PORT by, where something in front maps it; TLS_PORT by default
#   TRUSTED_PROXIES  addresses or networks in front whose X-Forwarded-* are believed, separated by blanks
#   HOSTS            names that the site is asked by, separated by blanks; any by default
#   ACCESS_LOG       a file by its whole path, or "off"; /dev/stdout by default, which systemd's journal does not let open
#
# `start.sh reload` reads all of it anew and swaps it in while calls go on; `start.sh check` only checks. What is refused
# leaves the server and its files as they were.
set -euf
umask 027

here=$(cd "$(dirname "$0")" && pwd)
site=${SITE:-/srv/flagship}
runtime=${RUNTIME:-/run/flagship}
next=$runtime/next
mode=${1:-start}
log=${ACCESS_LOG:-/dev/stdout}

refuse() {
    echo "$1" >&2
    exit 1
}

# What is written into the configuration holds no blank, quote, brace or semicolon.
plain() {
    case $2 in '' | *[!A-Za-z0-9._:/@-]*) refuse "$1 is \"$2\": only letters, digits and ._:/@- are taken." ;; esac
}

number() {
    case $2 in '' | *[!0-9]* | ??????*) refuse "$1 is \"$2\" and no port." ;; esac
}

case $mode in start | reload | check) ;; *) refuse "\"$mode\" is not known: start, reload or check." ;; esac
plain SITE "$site"
plain RUNTIME "$runtime"
plain ACCESS_LOG "$log"
number PORT "${PORT:=8080}"
number TLS_PORT "${TLS_PORT:=8443}"
number OUTER_TLS_PORT "${OUTER_TLS_PORT:=$TLS_PORT}"
[ -f "$site/index.html" ] || refuse "There is no index.html in $site."
[ -f "$site/config.json" ] || refuse "There is no file $site/config.json: put the deployment's own there."

[ -n "${API_URL:-}" ] || refuse 'API_URL is not set: it says where /api is passed on to, as in http://api:8000.'
plain API_URL "$API_URL"
api_scheme=${API_URL%%://*}
api_host=${API_URL#*://}
api_name=${api_host%:*}
case $api_scheme in
    http) api_address=$api_host ;;
    https) case $api_host in *:*) api_address=$api_host ;; *) api_address=$api_host:443 ;; esac ;;
    *) refuse "API_URL is \"$API_URL\": it begins with http:// or https://." ;;
esac
case $api_host in '' | *[!A-Za-z0-9.:-]* | *:*:* | *: | :*) refuse "API_URL is \"$API_URL\": an origin is wanted, as in https://api.example.com." ;; esac

case $log in
    off) ;;
    /*)
        [ ! -S "$log" ] || refuse "ACCESS_LOG is $log, and that is a socket, as services of systemd have: name a file, or off."
        (: >>"$log") 2>/dev/null || refuse "ACCESS_LOG is $log, which cannot be opened: name a file that may be written, or off."
        ;;
    *) refuse "ACCESS_LOG is \"$log\": the whole path of a file is wanted, or off." ;;
esac

# Everything is written beside what the running server has, and takes its place when nginx has taken it.
rm -rf "$next"
mkdir -p "$runtime/tmp" "$next"
trap 'rm -rf "$next"' EXIT

# One reading of config.json gives both the policy and the copy that is served.
cp -p "$site/config.json" "$next/config.new"
chmod u+rw "$next/config.new"
origins=$(jq -r -s -f "$here/origins.jq" "$next/config.new") ||
    refuse "$site/config.json is refused: the line above says why."
config=config-$(sha256sum <"$next/config.new" | cut -c 1-16).json
mv "$next/config.new" "$next/$config"
gzip -9nk "$next/$config"

trusted=
real_ip=
for proxy in ${TRUSTED_PROXIES:-}; do
    plain TRUSTED_PROXIES "$proxy"
    trusted="$trusted $proxy 1;"
    real_ip="${real_ip}set_real_ip_from $proxy;
"
done

hosts=
for host in ${HOSTS:-}; do
    case $host in *[!A-Za-z0-9.-]*) refuse "HOSTS holds \"$host\": a name is wanted, as in flagship.example." ;; esac
    hosts="$hosts$(printf '\n    "~*^%s(?::[0-9]{1,5})?$" 1;' "$(printf %s "$host" | sed 's/\./\\./g')")"
done

cat >"$next/deployment.conf" <<CONF
$origins
map \$outer_host \$is_known_host {
    default $([ -z "$hosts" ] && echo 1 || echo 0);$hosts
}
map \$uri \$config_file { default "$runtime/$config"; }
map \$uri \$api_host { default "$api_host"; }
map \$uri \$api_name { default "$api_name"; }
upstream flagship_api { server $api_address; keepalive 32; }
geo \$realip_remote_addr \$is_trusted { default 0;$trusted }
${real_ip}real_ip_header X-Forwarded-For;
real_ip_recursive on;
access_log $log$([ "$log" = off ] || echo ' flagship');
CONF

# A redirect of the API names the host that it was asked by, or a loopback address: browsers get the path alone.
inner=$(printf %s "$api_name" | sed 's/\./\\./g')
inner_hosts="$inner|localhost|127\.[0-9.]+|0\.0\.0\.0|\[::1?\]"

# The API's certificate is checked as a browser would.
{
    cat "$here/api.conf"
    echo "proxy_pass $api_scheme://flagship_api;"
    printf 'proxy_redirect "%s" "%s";\n' \
        "~*^(?:https?:)?//(?:$inner_hosts)(?::[0-9]+)?(?:/+(.*))?\$" '/$1' \
        'http://$outer_host/' / 'https://$outer_host/' /
    if [ "$api_scheme" = https ]; then
        echo 'proxy_ssl_verify on;'
        echo 'proxy_ssl_verify_depth 3;'
        echo 'proxy_ssl_trusted_certificate /etc/ssl/certs/ca-certificates.crt;'
    fi
} >"$next/api.conf"

if [ -n "${TLS_CERTIFICATE:-}${TLS_KEY:-}" ]; then
    plain TLS_CERTIFICATE "${TLS_CERTIFICATE:-}"
    plain TLS_KEY "${TLS_KEY:-}"
    cat >"$next/listen.conf" <<CONF
listen $TLS_PORT ssl http2;
root $site;
ssl_certificate $TLS_CERTIFICATE;
ssl_certificate_key $TLS_KEY;
ssl_protocols TLSv1.2 TLSv1.3;
ssl_session_cache shared:tls:10m;
ssl_session_tickets off;
CONF
    # Nothing is answered in the clear but the way to the other port and the question of who watches.
    outer_port=$([ "$OUTER_TLS_PORT" = 443 ] || echo ":$OUTER_TLS_PORT")
    cat >>"$next/deployment.conf" <<CONF
server {
    listen $PORT;
    if (\$is_misdirected) { return 421; }
    location = /healthz { access_log off; default_type text/plain; return 200 "ok\n"; }
    location / { return 308 https://\$outer_name$outer_port\$request_uri; }
}
CONF
else
    printf 'listen %s;\nroot %s;\n' "$PORT" "$site" >"$next/listen.conf"
fi

cp "$here/nginx.conf" "$here/maps.conf" "$here/locations.conf" "$next/"

# As many connections as the system lets this user have.
ulimit -n "$(ulimit -H -n)" 2>/dev/null || true
nginx -q -p "$runtime" -c "$next/nginx.conf" -t
if [ "$mode" != check ]; then
    for file in "$config" "$config.gz" maps.conf locations.conf api.conf listen.conf deployment.conf nginx.conf; do
        mv -f "$next/$file" "$runtime/$file"
    done
fi
rm -rf "$next"
case $mode in
    start) exec nginx -p "$runtime" -c "$runtime/nginx.conf" ;;
    reload) exec nginx -p "$runtime" -c "$runtime/nginx.conf" -s reload ;;
esac
