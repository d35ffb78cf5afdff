const loopback = /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/i

/**
 * A `Location` of the API as a browser may see it: the path alone where it names the API's inner host (any scheme and
 * port), a loopback address or the site itself; unchanged otherwise. `nginx/start.sh` has the same rule as a pattern.
 *
 * @param apiName host name that the API is reached by, without a port
 * @param siteHost host and port that the browser asked
 */
export function publicLocation(location: string, apiName: string, siteHost: string | undefined): string {
  const [, host = '', name = '', path = ''] =
    /^(?:https?:)?\/\/(([^/?#:[\]]+|\[[^\]]*\])(?::\d+)?)(?:\/+(.*))?$/i.exec(location) ?? []
  const isInner = name.toLowerCase() === apiName.toLowerCase() || loopback.test(name)
  return name !== '' && (isInner || host === siteHost) ? `/${path}` : location
}
