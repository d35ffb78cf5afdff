import type { ApiError } from '../../api/errors'

const longestPath = 300
const longestId = 128
const mask = '***'

/** Whoever has an invite code or a share link may use it, so neither belongs into a report. */
const secretPlace = /^(\/+(?:invite|profile)\/+)[^/]+/i
const secretName = /token|code|link|pass|secret|key|auth|ticket|sig/i
const longestValue = 64

const maskedValue = (name: string, value: string): string =>
  secretName.test(name) || value.length > longestValue ? mask : encodeURIComponent(value)

/** An address for a report: no hash, and nothing in it that opens a door. */
export const maskedPath = (href: string): string => {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(href) ?? []
  const values = [...new URLSearchParams(query)].map(
    ([name, value]) => `${encodeURIComponent(name)}=${maskedValue(name, value)}`,
  )
  const shown = path.replace(secretPlace, `$1${mask}`) + (values.length > 0 ? `?${values.join('&')}` : '')
  return shown.slice(0, longestPath)
}

/** What the support needs to find a failure in the server's log: status, path, time, request id; no more. */
export const reportOf = (
  { status, kind, requestId }: Pick<ApiError, 'status' | 'kind' | 'requestId'>,
  href: string,
  time: number,
): string =>
  [
    `status: ${kind === 'http' ? status : [kind, status].filter(Boolean).join(' ')}`,
    `path: ${maskedPath(href)}`,
    `time: ${new Date(time).toISOString()}`,
    ...(requestId ? [`request: ${requestId.replace(/[^\x21-\x7e]/g, '').slice(0, longestId)}`] : []),
  ].join('\n')
