const loopback = /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/i

/**
 * Reduces a `Location` of the API to its path if it names the API's internal host (any scheme and port), a loopback
 * address or the site itself. The path never begins with two slashes of either kind, which would name another host; a tab
 * between them would be ignored. `nginx/start.sh` has the same rule as patterns.
 *
 * @param apiName internal host name of the API, without a port
 * @param siteHost host and port of the browser's request
 */
export function rewriteLocation(location: string, apiName: string, siteHost: string | undefined): string {
  const [, host = '', name = '', rest = ''] =
    /^(?:https?:)?\/\/(([^/?#:[\]\\]+|\[[^\]]*\])(?::\d+)?)([/\t]*\\.*|\/.*)?$/i.exec(location) ?? []
  const isInner = name.toLowerCase() === apiName.toLowerCase() || loopback.test(name)
  if (name === '' || (!isInner && host.toLowerCase() !== siteHost?.toLowerCase())) return location
  return `/${rest.replace(/^[/\t]+/, '').replace(/^\\/, '%5C')}`
}
