import { basename } from 'node:path'
import { isObject, type JsonObject, listAt, objectAt } from '../../lib/json'
import type { Exchange, HeaderList } from '../../lib/validator/exchange'
import { InputError } from '../errors'
import type { Recorded } from './read-traffic'

/** Resources that browsers load themselves. */
const BROWSER_RESOURCE_TYPES = [
  'preflight',
  'script',
  'stylesheet',
  'image',
  'font',
  'media',
  'manifest',
  'websocket',
  'ping',
]

/** Reads HAR files of browsers and proxies; throws an InputError for other files. */
export function readHar(text: string, file: string): Recorded[] {
  const entries = entriesOf(text, file)
  // Chrome exports without cookies and credentials by default: a file without any is sanitized.
  const isSanitized = !entries.some(entry =>
    [...headersOf(objectAt(entry.request)), ...headersOf(objectAt(entry.response))].some(([name]) =>
      ['authorization', 'cookie', 'set-cookie'].includes(name),
    ),
  )
  return entries.flatMap((entry, index) => {
    const exchange = readEntry(entry)
    if (!exchange) return []
    const origin = `${basename(file)}, entry ${index + 1}`
    return [{ exchange: { ...exchange, ...(isSanitized && { isSanitized: true as const }) }, origin }]
  })
}

function entriesOf(text: string, file: string): readonly JsonObject[] {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new InputError(`${file} is broken: it is no JSON, so the export may have been cut off.`)
  }
  const { entries } = objectAt(objectAt(value).log)
  if (!Array.isArray(entries)) throw new InputError(`${file} is no HAR: it has no list under log.entries.`)
  if (entries.length === 0) throw new InputError(`${file} holds no exchange: its log.entries is empty.`)
  return entries.filter(isObject)
}

function readEntry(entry: JsonObject): Exchange | undefined {
  const request = objectAt(entry.request)
  const { method, url } = request
  if (typeof method !== 'string' || typeof url !== 'string' || !/^https?:/.test(url)) return undefined
  const type = String(entry._resourceType ?? '')
  if (method.toUpperCase() === 'OPTIONS' || BROWSER_RESOURCE_TYPES.includes(type)) return undefined
  const response = objectAt(entry.response)
  const status = Number(response.status)
  if (status === 101) return undefined
  const sent = sentBody(objectAt(request.postData))
  const milliseconds = durationOf(entry)
  return {
    request: { method: method.toUpperCase(), url, headers: headersOf(request), ...(sent && { body: sent }) },
    response: isHttpStatus(status) ? readResponse(response, status) : null,
    ...(milliseconds !== undefined && { milliseconds }),
  }
}

/** Blocked and failed requests have status 0 or less. */
function isHttpStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 100 && status <= 599
}

function readResponse(response: JsonObject, status: number): NonNullable<Exchange['response']> {
  const body = receivedBody(objectAt(response.content))
  return { status, headers: headersOf(response), ...(body && { body }) }
}

function receivedBody({ text, encoding, size }: JsonObject): Uint8Array | undefined {
  if (typeof text === 'string' && text !== '') {
    if (encoding === 'base64') return new Uint8Array(Buffer.from(text, 'base64'))
    const body = new TextEncoder().encode(text)
    // Firefox truncates large bodies, which would look like invalid JSON.
    return typeof size === 'number' && body.length < size * 0.9 ? undefined : body
  }
  // Tools drop large bodies and keep their size.
  return size === 0 ? new Uint8Array() : undefined
}

function sentBody({ text }: JsonObject): Uint8Array | undefined {
  return typeof text === 'string' && text !== '' ? new TextEncoder().encode(text) : undefined
}

/** Lower case, without HTTP/2 pseudo-headers; splits several cookies in one header. */
function headersOf({ headers }: JsonObject): HeaderList {
  return listAt(headers).flatMap(header => {
    const { name, value } = objectAt(header)
    if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) return []
    const key = name.toLowerCase()
    const values = key === 'set-cookie' ? value.split('\n') : [value]
    return values.map(one => [key, one] as const)
  })
}

/** Without the time in the browser's queue. */
function durationOf({ time, timings }: JsonObject): number | undefined {
  const { wait, receive } = objectAt(timings)
  const parts = [wait, receive].filter(part => typeof part === 'number' && part >= 0) as number[]
  if (parts.length > 0) return parts.reduce((sum, part) => sum + part, 0)
  return typeof time === 'number' && time >= 0 ? time : undefined
}
