import { fileNameOf, safeFileName } from '../lib/file-name'
import type { ApiClient } from './client'
import { ApiError, toApiError } from './errors'

/** Enough to know a page or a JSON text by its beginning. */
const headLength = 256

/** The specification's own name (§7), when the server gives none that can be used. */
const defaultName = 'vpn-config.ovpn'

/** A proxy's login page or a JSON answer is no configuration, whatever its status and its type say. */
const isForeign = async (file: Blob, type: string): Promise<boolean> => {
  if (/html|[/+]json\b/i.test(type)) return true
  const head = await file.slice(0, headLength).text()
  return /^[\s\uFEFF]*(?:<!doctype\s+html|<html\b|[{[])/i.test(head)
}

/** Shorter or longer than announced: the connection was cut. Says nothing of answers that were packed on the way. */
const isCut = (file: Blob, { headers }: Response): boolean => {
  const announced = headers.get('content-length')
  return announced !== null && !headers.has('content-encoding') && Number(announced) !== file.size
}

/**
 * The reader's VPN configuration and a safe name for it (specification §7, `GET user/vpn_config`). It is a secret: no
 * cache keeps it. Whatever is not surely a whole configuration fails with an `ApiError`, so that nothing is saved.
 */
export const fetchVpnConfig = async (
  client: ApiClient,
  signal: AbortSignal,
): Promise<{ file: Blob; name: string }> => {
  const operation = 'get /user/vpn_config'
  const refused = (response: Response) => toApiError({ response, body: null }, operation)
  try {
    const { data, error, response } = await client.GET('/user/vpn_config', {
      parseAs: 'blob',
      cache: 'no-store',
      signal,
    })
    if (!response.ok) throw toApiError({ response, body: error }, operation)
    // Nothing at all also comes as `undefined`: a 204, a length of 0.
    if (!data?.size || isCut(data, response)) throw refused(response)
    if (await isForeign(data, response.headers.get('content-type') ?? '')) throw refused(response)
    if (signal.aborted) throw new ApiError({ kind: 'aborted', operation })
    const suggested = fileNameOf(response.headers.get('content-disposition'))
    return { file: data, name: safeFileName(suggested, '.ovpn', defaultName) }
  } catch (thrown) {
    // Also what breaks while the body is read, after the middleware has let the answer through.
    throw toApiError({ thrown, signal }, operation)
  }
}
