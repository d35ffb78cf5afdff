import { api } from './api'
import type { ApiDeps } from './deps'
import { untilAborted } from './until-aborted'

/** Bytes sent and total bytes of a request body. */
export type UploadProgress = { loaded: number; total: number }

/** `new Response` throws for a body with these statuses. */
const BODYLESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304])

const parseHeaders = (call: XMLHttpRequest): Headers => {
  const headers = new Headers()
  for (const line of call.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  return headers
}

const toResponse = (call: XMLHttpRequest): Response => {
  const { status, statusText } = call
  const body = BODYLESS_STATUSES.has(status) ? null : (call.response as ArrayBuffer | null)
  return new Response(body, { status, statusText, headers: parseHeaders(call) })
}

/** A `fetch` by `XMLHttpRequest`, for upload progress. Body and headers are the request's, so a clone can be resent. */
export const sendWithProgress = async (
  request: Request,
  onProgress: (progress: UploadProgress) => void,
): Promise<Response> => {
  const { signal } = request
  const body = await untilAborted(request.arrayBuffer(), signal)
  const report = (loaded: number) => onProgress({ loaded, total: body.byteLength })
  const call = new XMLHttpRequest()
  call.open(request.method, request.url)
  call.responseType = 'arraybuffer'
  call.withCredentials = request.credentials === 'include'
  for (const [name, value] of request.headers) call.setRequestHeader(name, value)
  // Also resets the progress for a resend.
  report(0)
  call.upload.addEventListener('progress', event => report(event.loaded))
  const answered = new Promise<void>((resolve, reject) => {
    const fail = () => reject(new TypeError('The upload got no answer.'))
    call.addEventListener('load', () => resolve())
    call.addEventListener('error', fail)
    // Aborted by the browser, for example on unload; the caller's abort comes by its signal.
    call.addEventListener('abort', fail)
  })
  call.send(body)
  try {
    await untilAborted(answered, signal)
  } catch (error) {
    call.abort()
    throw error
  }
  return toResponse(call)
}

/** A `fetch` for one call that reports upload progress, also for the resend after a 401. */
export const uploadFetch = (onProgress: (progress: UploadProgress) => void): ApiDeps['fetch'] =>
  api.withServerClock(request => sendWithProgress(request, onProgress))
