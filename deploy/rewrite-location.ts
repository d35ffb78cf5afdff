const loopback = /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/i

/**
 * Reduces a `Location` of the API to its path if it names the API's internal host (any scheme and port), a loopback
 * address or the site itself. `nginx/start.sh` has the same rule as a pattern.
 *
 * @param apiName internal host name of the API, without a port
 * @param siteHost host and port of the browser's request
 */
export function rewriteLocation(location: string, apiName: string, siteHost: string | undefined): string {
  const [, host = '', name = '', path = ''] =
    /^(?:https?:)?\/\/(([^/?#:[\]]+|\[[^\]]*\])(?::\d+)?)(?:\/+(.*))?$/i.exec(location) ?? []
  const isInner = name.toLowerCase() === apiName.toLowerCase() || loopback.test(name)
  return name !== '' && (isInner || host === siteHost) ? `/${path}` : location
}
