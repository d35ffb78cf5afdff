import { getFileName, safeFileName } from '../lib/save-file'
import type { ApiClient } from './client'
import { ApiError, toApiError } from './errors'

const SNIFFED_BYTES = 256

/** Fallback when the server sends no usable name. */
const DEFAULT_NAME = 'vpn-config.ovpn'

/** A proxy's login page or a JSON error, whatever the status and content type say. */
const isHtmlOrJson = async (file: Blob, type: string): Promise<boolean> => {
  if (/html|[/+]json\b/i.test(type)) return true
  const head = await file.slice(0, SNIFFED_BYTES).text()
  return /^[\s\uFEFF]*(?:<!doctype\s+html|<html\b|[{[])/i.test(head)
}

/** The connection was cut. `Content-Length` says nothing about compressed responses. */
const isTruncated = (file: Blob, { headers }: Response): boolean => {
  const announced = headers.get('content-length')
  return announced !== null && !headers.has('content-encoding') && Number(announced) !== file.size
}

/** The user's VPN configuration. Throws an `ApiError` unless complete. */
export const fetchVpnConfig = async (
  client: ApiClient,
  signal: AbortSignal,
): Promise<{ file: Blob; name: string }> => {
  const operation = 'getVpnConfig'
  const invalidResponse = (response: Response) => toApiError({ response, body: null }, operation)
  try {
    const { data, error, response } = await client.GET('/user/vpn_config', {
      parseAs: 'blob',
      signal,
    })
    if (!response.ok) throw toApiError({ response, body: error }, operation)
    // openapi-fetch returns `undefined` for a 204 and for length 0.
    if (!data?.size || isTruncated(data, response)) throw invalidResponse(response)
    if (await isHtmlOrJson(data, response.headers.get('content-type') ?? '')) throw invalidResponse(response)
    if (signal.aborted) throw new ApiError({ kind: 'aborted', operation })
    const suggested = getFileName(response.headers.get('content-disposition'))
    return { file: data, name: safeFileName(suggested, '.ovpn', DEFAULT_NAME) }
  } catch (thrown) {
    // Reading the body can fail after the middleware has passed the response.
    throw toApiError({ thrown, signal }, operation)
  }
}
