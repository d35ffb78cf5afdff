#!/bin/sh
# Starts nginx for one deployment of Flagship. Reads and validates its settings:
#
#   API_URL          origin of the API that /api and /files are proxied to, such as http://api:8000 (required)
#   SITE             the built site with the deployment's config.json; default /srv/flagship
#   RUNTIME          a writable folder of its own; default /run/flagship
#   PORT             default 8080; with a certificate it only redirects to OUTER_TLS_PORT
#   TLS_CERTIFICATE, TLS_KEY, TLS_PORT   PEM files; default port 8443
#   OUTER_TLS_PORT   the TLS port as browsers see it, if it is mapped; default TLS_PORT
#   TRUSTED_PROXIES  addresses or networks whose X-Forwarded-* headers are trusted, separated by spaces
#   HOSTS            host names of the site, separated by spaces; default any
#   ACCESS_LOG       absolute path of a file, or "off"; default /dev/stdout, which a systemd service can't open
#
# `start.sh reload` applies new settings while requests continue; `start.sh check` only validates. On an error the running
# server and its files stay unchanged.
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

# Values in the configuration may not contain spaces, quotes, braces or semicolons.
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

# Written to a separate folder, and moved into place once nginx accepts it.
rm -rf "$next"
mkdir -p "$runtime/tmp" "$next"
trap 'rm -rf "$next"' EXIT

# config.json is read once, so that the policy and the served copy match.
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
# Shorter than the API keeps idle connections (uvicorn: 5 s): a request on one that just closes would be a 502.
upstream flagship_api { server $api_address; keepalive 32; keepalive_timeout 4s; }
geo \$realip_remote_addr \$is_trusted { default 0;$trusted }
${real_ip}real_ip_header X-Forwarded-For;
real_ip_recursive on;
access_log $log$([ "$log" = off ] || echo ' flagship');
CONF

# A redirect of the API to its own host or a loopback address: browsers get the path only.
inner=$(printf %s "$api_name" | sed 's/\./\\./g')
inner_hosts="$inner|localhost|127\.[0-9.]+|0\.0\.0\.0|\[::1?\]"

# The API's certificate is verified.
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
    # Plain http serves only the redirect to TLS and the health check.
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

# Raise the number of open files to the hard limit.
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
