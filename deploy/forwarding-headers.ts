/**
 * Headers by which proxies tell an API about the request in front of them. No proxy of ours passes them on, because some
 * frameworks prefer them to the X-Forwarded-For, -Host and -Proto that it sets.
 */
export const forwardingHeaders: readonly string[] = [
  'Forwarded',
  'X-Forwarded-Port',
  'X-Forwarded-Prefix',
  'X-Forwarded-Server',
  'X-Forwarded-Scheme',
  'X-Forwarded-Ssl',
  'X-Forwarded-Path',
  'X-Forwarded-Uri',
  'X-Original-Host',
  'X-Original-URL',
  'X-Rewrite-URL',
  'X-Host',
  'X-Real-IP',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'True-Client-IP',
  'CF-Connecting-IP',
  'Front-End-Https',
  'X-URL-Scheme',
]
