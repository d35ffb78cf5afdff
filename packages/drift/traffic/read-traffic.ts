import { open, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { isObject, type JsonObject, listAt, objectAt, parseJson } from '../../contract/json'
import type { Exchange, HeaderList } from '../../contract/validator/exchange'
import { InputError } from '../errors'
import { readText, unreadable } from '../io'

/** `origin` names the file and the entry: `session.har, entry 12`. */
export type Recorded = {
  readonly exchange: Exchange
  readonly origin: string
  /** The browser gave the call up or took the answer from its cache, so the recording lacks the body. */
  readonly isBodyLost?: boolean
}

/** A HAR is parsed as a whole; NDJSON is read line by line. */
const MAX_HAR_BYTES = 256 * 1024 * 1024

/** Reads a `.har` or `.ndjson` file; throws an InputError for others. */
export async function* readTraffic(path: string): AsyncIterable<Recorded> {
  const size = await getSize(path)
  if (size === 0) throw new InputError(`${path} is empty.`)
  const kind = extname(path).toLowerCase()
  if (kind === '.ndjson' || kind === '.jsonl') yield* readLines(path)
  else if (kind === '.har' || kind === '.json') {
    if (size > MAX_HAR_BYTES)
      throw new InputError(
        `${path} is too large (${Math.round(size / 1024 / 1024)} MB of at most 256): export fewer calls, or record with --proxy.`,
      )
    yield* readHar(await readText(path, 'The recording'), path)
  } else throw new InputError(`${path} is neither a .har nor an .ndjson file.`)
}

async function getSize(path: string): Promise<number> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(path, 'The recording', error)
  })
  if (!found.isFile()) throw new InputError(`${path} is no file.`)
  return found.size
}

async function* readLines(path: string): AsyncIterable<Recorded> {
  const file = await open(path).catch((error: unknown) => {
    throw unreadable(path, 'The recording', error)
  })
  let number = 0
  let broken: number | undefined
  for await (const line of file.readLines()) {
    number++
    if (line.trim() === '') continue
    // Only the last line may be incomplete, if the recorder was killed.
    if (broken !== undefined) throw new InputError(`Line ${broken} of ${path} is no recorded exchange.`)
    const exchange = readLine(line)
    if (exchange) yield { exchange, origin: `${basename(path)}, line ${number}` }
    else broken = number
  }
  if (broken === 1) throw new InputError(`Line 1 of ${path} is no recorded exchange.`)
}

/**
 * One exchange per line:
 * `{"request":{"method":"GET","url":"http://…","headers":[["accept","…"]],"body":"text"},"response":{"status":200,"headers":[…],"base64":"…"},"milliseconds":12}`.
 * A body is under `body` if it is UTF-8, else under `base64`, and absent if unknown. `response` is null if
 * none came.
 */
export function writeLine({ request, response, milliseconds, isSanitized }: Exchange): string {
  const messages = {
    request: {
      method: request.method,
      url: request.url,
      headers: request.headers,
      ...writeBody(request.body),
    },
    response: response && { status: response.status, headers: response.headers, ...writeBody(response.body) },
  }
  return `${JSON.stringify({ ...messages, milliseconds, isSanitized })}\n`
}

/** Undefined for an invalid line. */
export function readLine(line: string): Exchange | undefined {
  const { request, response, milliseconds, isSanitized } = objectAt(parseJson(line))
  const { method, url, ...requestFields } = objectAt(request)
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url)) return undefined
  const { status, ...responseFields } = objectAt(response)
  if (response !== null && typeof status !== 'number') return undefined
  return {
    request: {
      method: method.toUpperCase(),
      url,
      headers: readHeaders(requestFields.headers),
      ...readBody(requestFields),
    },
    response:
      typeof status === 'number'
        ? { status, headers: readHeaders(responseFields.headers), ...readBody(responseFields) }
        : null,
    ...(typeof milliseconds === 'number' && { milliseconds }),
    ...(isSanitized === true && { isSanitized }),
  }
}

function writeBody(body: Uint8Array | undefined): { body?: string; base64?: string } {
  if (body === undefined) return {}
  try {
    return { body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body) }
  } catch {
    return { base64: Buffer.from(body).toString('base64') }
  }
}

function readBody({ body, base64 }: { readonly body?: unknown; readonly base64?: unknown }): {
  body?: Uint8Array
} {
  if (typeof body === 'string') return { body: new TextEncoder().encode(body) }
  return typeof base64 === 'string' ? { body: new Uint8Array(Buffer.from(base64, 'base64')) } : {}
}

function readHeaders(value: unknown): HeaderList {
  return listAt(value).flatMap(header => {
    const [name, text] = listAt(header)
    return typeof name === 'string' && typeof text === 'string' ? [[name.toLowerCase(), text] as const] : []
  })
}

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
function* readHar(text: string, file: string): Iterable<Recorded> {
  const entries = getEntries(text, file)
  // Chrome exports without cookies and credentials by default: a file without any is sanitized.
  const isSanitized = !entries.some(entry =>
    [...getHeaders(objectAt(entry.request)), ...getHeaders(objectAt(entry.response))].some(([name]) =>
      ['authorization', 'cookie', 'set-cookie'].includes(name),
    ),
  )
  for (const [index, entry] of entries.entries()) {
    const exchange = readEntry(entry)
    if (!exchange) continue
    const origin = `${basename(file)}, entry ${index + 1}`
    const sanitized = { ...exchange, ...(isSanitized && { isSanitized: true as const }) }
    yield { exchange: sanitized, origin, ...(isBodyLost(entry) && { isBodyLost: true }) }
  }
}

function getEntries(text: string, file: string): readonly JsonObject[] {
  const value = parseJson(text.replace(/^\uFEFF/, ''))
  if (value === undefined)
    throw new InputError(`${file} is broken: it is no JSON, so the export may have been cut off.`)
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
  const milliseconds = getDuration(entry)
  return {
    request: { method: method.toUpperCase(), url, headers: getHeaders(request), ...(sent && { body: sent }) },
    response: isHttpStatus(status) ? readResponse(response, status, isBodyLost(entry)) : null,
    ...(milliseconds !== undefined && { milliseconds }),
  }
}

/** Blocked and failed requests have status 0 or less. */
function isHttpStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 100 && status <= 599
}

/** Chrome writes a size of 0 for a call that was aborted or answered by a cache. */
function isBodyLost({ response, _error, _fromCache }: JsonObject): boolean {
  const { content, bodySize, ...rest } = objectAt(response)
  const { text } = objectAt(content)
  if (typeof text === 'string' && text !== '') return typeof _error === 'string'
  const length = Number(getHeaders(rest).find(([name]) => name === 'content-length')?.[1] ?? 0)
  return typeof _error === 'string' || typeof _fromCache === 'string' || (length > 0 && Number(bodySize) <= 0)
}

function readResponse(
  response: JsonObject,
  status: number,
  isLost: boolean,
): NonNullable<Exchange['response']> {
  const body = isLost ? undefined : receivedBody(objectAt(response.content))
  return { status, headers: getHeaders(response), ...(body && { body }) }
}

function receivedBody({ text, encoding, size }: JsonObject): Uint8Array | undefined {
  if (typeof text === 'string' && text !== '') {
    const body = new TextEncoder().encode(text)
    if (encoding === 'base64' && isBase64(text, body.length, size))
      return new Uint8Array(Buffer.from(text, 'base64'))
    // Firefox truncates large bodies, which would look like invalid JSON.
    return typeof size === 'number' && body.length < size * 0.9 ? undefined : body
  }
  // Tools drop large bodies and keep their size.
  return size === 0 ? new Uint8Array() : undefined
}

/** Firefox calls plain text base64 too; the size of the content tells them apart. */
function isBase64(text: string, length: number, size: unknown): boolean {
  if (!/^[\w+/\s-]*={0,2}\s*$/.test(text)) return false
  return (
    typeof size !== 'number' || size <= 0 || length !== size || Buffer.from(text, 'base64').length === size
  )
}

function sentBody({ text }: JsonObject): Uint8Array | undefined {
  return typeof text === 'string' && text !== '' ? new TextEncoder().encode(text) : undefined
}

/** Lower case, without HTTP/2 pseudo-headers; splits several cookies in one header. */
function getHeaders({ headers }: JsonObject): HeaderList {
  return listAt(headers).flatMap(header => {
    const { name, value } = objectAt(header)
    if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) return []
    const key = name.toLowerCase()
    const values = key === 'set-cookie' ? value.split('\n') : [value]
    return values.map(one => [key, one] as const)
  })
}

/** Without the time in the browser's queue. */
function getDuration({ time, timings }: JsonObject): number | undefined {
  const { wait, receive } = objectAt(timings)
  const parts = [wait, receive].filter(part => typeof part === 'number' && part >= 0) as number[]
  if (parts.length > 0) return parts.reduce((sum, part) => sum + part, 0)
  return typeof time === 'number' && time >= 0 ? time : undefined
}
