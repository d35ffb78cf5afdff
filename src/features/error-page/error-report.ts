import type { ApiError } from '../../api/errors'

const MAX_PATH_LENGTH = 300
const MAX_ID_LENGTH = 128
const mask = '***'

/** Invite codes and share links are secrets. */
const secretSegment = /^(\/+(?:invite|profile)\/+)[^/]+/i
const secretName = /token|code|link|pass|secret|key|auth|ticket|sig/i
const MAX_VALUE_LENGTH = 64

const maskValue = (name: string, value: string): string =>
  secretName.test(name) || value.length > MAX_VALUE_LENGTH ? mask : encodeURIComponent(value)

/** A URL for a report: without hash and secrets. */
export const maskPath = (href: string): string => {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(href) ?? []
  const values = [...new URLSearchParams(query)].map(
    ([name, value]) => `${encodeURIComponent(name)}=${maskValue(name, value)}`,
  )
  const shown = path.replace(secretSegment, `$1${mask}`) + (values.length > 0 ? `?${values.join('&')}` : '')
  return shown.slice(0, MAX_PATH_LENGTH)
}

/** What support needs to find a failure in the server log: status, path, time and request id. */
export const buildErrorReport = (
  { status, kind, requestId }: Pick<ApiError, 'status' | 'kind' | 'requestId'>,
  href: string,
  time: number,
): string =>
  [
    `status: ${kind === 'http' ? status : [kind, status].filter(Boolean).join(' ')}`,
    `path: ${maskPath(href)}`,
    `time: ${new Date(time).toISOString()}`,
    ...(requestId ? [`request: ${requestId.replace(/[^\x21-\x7e]/g, '').slice(0, MAX_ID_LENGTH)}`] : []),
  ].join('\n')
