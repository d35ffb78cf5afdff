#!/bin/bash
# Checks whether nginx answers. Uses bash's /dev/tcp, because the image has no HTTP client.
exec 3<>"/dev/tcp/127.0.0.1/${PORT:-8080}" || exit 1
printf 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
read -r -t 3 _ status _ <&3
[ "$status" = 200 ]
