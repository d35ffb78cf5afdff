#!/bin/sh
# Starts nginx for one deployment of Flagship. Reads and validates its settings:
#
#   API_URL          origin of the API that /api and /files are proxied to, such as http://api:8000 (required)
#   SITE             the built site with the deployment's config.json; default /srv/flagship
#   RUNTIME          a writable folder of its own; default /run/flagship
#   PORT             default 8080; with a certificate it only redirects to OUTER_TLS_PORT
#   TLS_CERTIFICATE, TLS_KEY, TLS_PORT   PEM files; default port 8443
#   OUTER_TLS_PORT   the TLS port as browsers see it, if it is mapped; default TLS_PORT
#   TRUSTED_PROXIES  addresses or networks whose X-Forwarded-For, -Host and -Proto are trusted, separated by spaces
#   HOSTS            host names of the site as browsers show them, separated by spaces; default any
#   ACCESS_LOG       absolute path of a file, or "off"; default /dev/stdout, which a systemd service can't open
#
# `start.sh reload` applies new settings while requests continue; `start.sh check` only validates, all of config.json too.
# On an error the running server and its files stay unchanged.
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
case $API_URL in *[!][A-Za-z0-9.:/-]*) refuse "API_URL is \"$API_URL\": only letters, digits and []:/.- are taken." ;; esac
api_scheme=${API_URL%%://*}
api_host=${API_URL#*://}
case $api_scheme in
    http) api_port=80 ;;
    https) api_port=443 ;;
    *) refuse "API_URL is \"$API_URL\": it begins with http:// or https://." ;;
esac
printf %s "$api_host" | grep -Eqx '([A-Za-z0-9.-]+|\[[A-Fa-f0-9:.]+\])(:[0-9]{1,5})?' ||
    refuse "API_URL is \"$API_URL\": an origin is wanted, as in https://api.example.com or http://[::1]:8000."
api_name=$(printf %s "$api_host" | sed 's/:[0-9]*$//')
[ "$api_name" = "$api_host" ] && api_address=$api_host:$api_port || api_address=$api_host

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
iconv -f UTF-8 -t UTF-8 "$next/config.new" >/dev/null 2>&1 ||
    refuse "$site/config.json is refused: it is not UTF-8, so its letters would be shown as �. Save it as UTF-8."
origins=$(jq -r -s -f "$here/origins.jq" "$next/config.new") ||
    refuse "$site/config.json is refused: the line above says why."
# The application shows an error in place of the pages that need a wrong field. That is no reason not to start.
wrong=$(jq -r -f "$here/config.jq" "$next/config.new")
[ "$(wc -c <"$next/config.new")" -le 1048576 ] || wrong="$wrong
the file: at most 1048576 bytes"
if [ -n "$wrong" ]; then
    echo "$site/config.json has fields that the application will refuse (path: what is wanted):" >&2
    echo "$wrong" >&2
    [ "$mode" != check ] || exit 1
fi

# RFC 9116 wants a day on which the file expires; each start and reload writes a new one.
security=$(jq -r '.security_contact // empty' "$next/config.new")
if [ -n "$security" ]; then
    cat >"$next/security.txt" <<TXT
Contact: $security
Expires: $(date -u -d '+1 year' +%Y-%m-%dT00:00:00Z)
Preferred-Languages: ru, en
TXT
fi
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

# As part of a pattern.
escape() {
    printf %s "$1" | sed 's/[].[]/\\&/g'
}

hosts=
# The policy can name the folder of scripts where the host is known; browsers match no address there but one.
folders=
for host in ${HOSTS:-}; do
    printf %s "$host" | grep -Eqx '[A-Za-z0-9.-]+|\[[A-Fa-f0-9:.]+\]' ||
        refuse "HOSTS holds \"$host\": a name is wanted, as in flagship.example."
    pattern="~*^$(escape "$host")(?::[0-9]{1,5})?$"
    hosts="$hosts$(printf '\n    "%s" 1;' "$pattern")"
    case $host in
        127.0.0.1 | *[!0-9.[]*[!]]) folders="$folders$(printf '\n    "%s" "$outer_host/assets/";' "$pattern")" ;;
    esac
done

inner_hosts="$(escape "$api_name")|localhost|127\.[0-9.]+|0\.0\.0\.0|\[::1?\]"

cat >"$next/deployment.conf" <<CONF
$origins
map \$outer_host \$is_known_host {
    default $([ -z "$hosts" ] && echo 1 || echo 0);$hosts
}
map \$outer_host \$script_folder {
    default "'self'";$folders
}
# A redirect of the API to its own host, to a loopback address or to the site: browsers get the path only, which never
# begins with two slashes of either kind (a tab between them would be ignored).
map "\$outer_host|\$upstream_http_location" \$safe_location {
    "~*^[^|]*\|(?:https?:)?//(?:$inner_hosts)(?::[0-9]+)?[/\t]*\x5c(?<rest>.*)$" "/%5C\$rest";
    "~*^[^|]*\|(?:https?:)?//(?:$inner_hosts)(?::[0-9]+)?(?:/[/\t]*(?<rest>.*))?$" "/\$rest";
    "~*^(?<site>[^|]+)\|(?:https?:)?//\k<site>[/\t]*\x5c(?<rest>.*)$" "/%5C\$rest";
    "~*^(?<site>[^|]+)\|(?:https?:)?//\k<site>(?:/[/\t]*(?<rest>.*))?$" "/\$rest";
    default \$upstream_http_location;
}
map \$uri \$config_file { default "$runtime/$config"; }
map \$uri \$security_file { default "$runtime/security.txt"; }
map \$uri \$api_host { default "$api_host"; }
map \$uri \$api_name { default "$api_name"; }
# Shorter than the API keeps idle connections (uvicorn: 5 s): a request on one that just closes would be a 502.
upstream flagship_api { server $api_address; keepalive 32; keepalive_timeout 4s; }
geo \$realip_remote_addr \$is_trusted { default 0;$trusted }
${real_ip}real_ip_header X-Forwarded-For;
real_ip_recursive on;
access_log $log$([ "$log" = off ] || echo ' flagship');
CONF

# The API's certificate is verified.
{
    cat "$here/api.conf"
    echo "proxy_pass $api_scheme://flagship_api;"
    echo 'proxy_redirect off;'
    echo 'proxy_hide_header Location;'
    echo 'add_header Location $safe_location always;'
    if [ "$api_scheme" = https ]; then
        echo 'proxy_ssl_verify on;'
        echo 'proxy_ssl_verify_depth 3;'
        echo 'proxy_ssl_trusted_certificate /etc/ssl/certs/ca-certificates.crt;'
    fi
} >"$next/api.conf"

# Also by IPv6, where the kernel has it.
listen() {
    echo "listen $1;"
    ! grep -q . /proc/net/if_inet6 2>/dev/null || echo "listen [::]:$1;"
}

if [ -n "${TLS_CERTIFICATE:-}${TLS_KEY:-}" ]; then
    plain TLS_CERTIFICATE "${TLS_CERTIFICATE:-}"
    plain TLS_KEY "${TLS_KEY:-}"
    cat >"$next/listen.conf" <<CONF
$(listen "$TLS_PORT ssl http2")
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
    $(listen "$PORT")
    default_type text/plain;
    set \$decoded_path \$uri;
    if (\$is_misdirected) { return 421 \$misdirected; }
    location = /healthz { access_log off; return 200 "ok\n"; }
    location / { return 308 https://\$outer_name$outer_port\$request_uri; }
}
CONF
else
    { listen "$PORT"; echo "root $site;"; } >"$next/listen.conf"
fi

cp "$here/nginx.conf" "$here/maps.conf" "$here/locations.conf" "$next/"

# Raise the number of open files to the hard limit.
ulimit -n "$(ulimit -H -n)" 2>/dev/null || true
nginx -q -p "$runtime" -c "$next/nginx.conf" -t
if [ "$mode" != check ]; then
    rm -f "$runtime/security.txt"
    [ -z "$security" ] || mv "$next/security.txt" "$runtime/security.txt"
    for file in "$config" "$config.gz" maps.conf locations.conf api.conf listen.conf deployment.conf nginx.conf; do
        mv -f "$next/$file" "$runtime/$file"
    done
fi
rm -rf "$next"
case $mode in
    start) exec nginx -p "$runtime" -c "$runtime/nginx.conf" ;;
    reload) exec nginx -p "$runtime" -c "$runtime/nginx.conf" -s reload ;;
esac
