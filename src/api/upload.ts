import { api } from './api'
import type { ApiDeps } from './deps'
import { untilAborted } from './until-aborted'

/** How many bytes of a body have gone, of how many. */
export type UploadProgress = { loaded: number; total: number }

/** Answers that have no body, and of which a `Response` refuses one. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

const headersOf = (call: XMLHttpRequest): Headers => {
  const headers = new Headers()
  for (const line of call.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  return headers
}

const answerOf = (call: XMLHttpRequest): Response => {
  const { status, statusText } = call
  const body = bodiless.has(status) ? null : (call.response as ArrayBuffer | null)
  return new Response(body, { status, statusText, headers: headersOf(call) })
}

/**
 * What `fetch` does, by `XMLHttpRequest`, because `fetch` says nothing while it sends. Bytes and content type are the
 * request's own, boundary included: a copy of the request is sent the same way and arrives the same.
 */
export const sendWithProgress = async (
  request: Request,
  onProgress: (progress: UploadProgress) => void,
): Promise<Response> => {
  const { signal } = request
  const body = await untilAborted(request.arrayBuffer(), signal)
  const tell = (loaded: number) => onProgress({ loaded, total: body.byteLength })
  const call = new XMLHttpRequest()
  call.open(request.method, request.url)
  call.responseType = 'arraybuffer'
  call.withCredentials = request.credentials === 'include'
  for (const [name, value] of request.headers) call.setRequestHeader(name, value)
  // Begins anew when it is a resend.
  tell(0)
  call.upload.addEventListener('progress', event => tell(event.loaded))
  const answered = new Promise<void>((resolve, reject) => {
    const fail = () => reject(new TypeError('The upload got no answer.'))
    call.addEventListener('load', () => resolve())
    call.addEventListener('error', fail)
    // The browser's own doing, as when the page is left: whoever asked for it has a signal.
    call.addEventListener('abort', fail)
  })
  call.send(body)
  try {
    await untilAborted(answered, signal)
  } catch (error) {
    call.abort()
    throw error
  }
  return answerOf(call)
}

/** A `fetch` for one call of the client that tells how its body is getting on; also for the resend after a 401. */
export const uploadFetch = (onProgress: (progress: UploadProgress) => void): ApiDeps['fetch'] =>
  api.observe(request => sendWithProgress(request, onProgress))
