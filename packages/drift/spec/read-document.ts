import { parse } from 'yaml'
import { isObject, type JsonObject } from '../../contract/json'
import { InputError, TargetUnreachable } from '../errors'
import { readText } from '../io'
import { referenceTarget } from './normalise-document'

/** A slow server may generate its document on the first request. */
const DEFAULT_TIMEOUT_MS = 15_000
/** Deeper than any hand-written schema. */
const MAX_LEVELS = 500

type Reading = {
  /** In milliseconds, for all URLs together. */
  readonly timeoutMs?: number
  /** For the server of the base URL. */
  readonly headers?: Readonly<Record<string, string>>
  /** Receives where a document really came from, or why one was not used. */
  readonly onNote?: (sentence: string) => void
}

/**
 * Reads the document from a URL, a file, or for `auto` from `/openapi.json` beside and above the base path
 * (undefined if there is none). Throws an InputError for an invalid document, a TargetUnreachable if the URL
 * does not respond.
 */
export async function readBackendDocument(
  where: 'auto' | (string & {}),
  baseUrl?: string,
  { timeoutMs = DEFAULT_TIMEOUT_MS, headers = {}, onNote = () => undefined }: Reading = {},
): Promise<JsonObject | undefined> {
  const limit = Math.min(timeoutMs, DEFAULT_TIMEOUT_MS)
  const own = { origin: baseUrl && URL.canParse(baseUrl) ? new URL(baseUrl).origin : '', headers }
  const limits = { timeoutMs: limit, signal: AbortSignal.timeout(limit), own }
  if (where === 'auto') return baseUrl === undefined ? undefined : findDocument(baseUrl, limits, onNote)
  if (!/^https?:\/\//i.test(where)) return readDocument(await readText(where, 'The document'), where)
  const { status, text, next } = await fetchDocument(where, limits)
  // Nobody but the user says which server this computer asks.
  if (next) throw new InputError(`${where} redirects to another server: if it is yours, give ${next}.`)
  if (status !== 200) throw new InputError(`${where} answers ${status} instead of an OpenAPI document.`)
  return readDocument(text, where)
}

async function findDocument(
  baseUrl: string,
  limits: FetchLimits,
  onNote: (sentence: string) => void,
): Promise<JsonObject | undefined> {
  for (const candidate of candidateUrls(baseUrl)) {
    const { status, text } = await fetchDocument(candidate, limits)
    if (status >= 300 && status <= 399)
      onNote(
        `${candidate} redirects to another server and was not followed; give the document with --spec, if it is yours.`,
      )
    // A single-page application serves its page at every path.
    if (status === 200 && !isHtml(text)) return readDocument(text, candidate)
  }
  return undefined
}

/** `https://stage/v1/api` → `/v1/api/openapi.json`, `/v1/openapi.json`, `/openapi.json`. */
function candidateUrls(baseUrl: string): string[] {
  const { origin, pathname } = getUrl(baseUrl)
  const steps = pathname.split('/').filter(step => step !== '')
  const folders = steps.map((_, index) => `/${steps.slice(0, steps.length - index).join('/')}`)
  return [...folders, ''].map(folder => `${origin}${folder}/openapi.json`)
}

function isHtml(text: string): boolean {
  return /^\s*(?:<!doctype|<html|<\?xml|<[a-z])/i.test(text)
}

/** Checks only what the comparison needs. */
function readDocument(text: string, where: string): JsonObject {
  if (text.length > MAX_DOCUMENT_BYTES)
    throw new InputError(`${where} is larger than 50 MB, which no OpenAPI document is.`)
  if (text.trim() === '') throw new InputError(`${where} is empty; it should hold an OpenAPI document.`)
  if (isHtml(text))
    throw new InputError(`${where} holds HTML instead of an OpenAPI document; name the JSON or YAML itself.`)
  const document = parseText(text, where)
  if (!isObject(document))
    throw new InputError(`${where} contains no object, so it is not an OpenAPI document.`)
  checkVersion(document, where)
  if (!isObject(document.paths))
    throw new InputError(`${where} has no paths, so there is nothing to compare.`)
  if (isDeeper(document, MAX_LEVELS))
    throw new InputError(`${where} is nested deeper than ${MAX_LEVELS} levels, which no OpenAPI document is.`)
  const broken = brokenRef(document, document)
  if (broken !== undefined) throw new InputError(brokenSentence(broken, where))
  return document
}

function parseText(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    try {
      return parse(text, { merge: true, maxAliasCount: 1000 })
    } catch (error) {
      const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
      throw new InputError(`${where} is neither JSON nor YAML: ${reason.replace(/[.:]+$/, '')}.`)
    }
  }
}

function checkVersion({ openapi, swagger }: JsonObject, where: string): void {
  if (swagger !== undefined && openapi === undefined) {
    throw new InputError(
      `${where} is written in Swagger ${String(swagger)}; convert it to OpenAPI 3.0 or 3.1 first.`,
    )
  }
  if (openapi === undefined) {
    throw new InputError(`${where} has no "openapi: 3.x", so it is not an OpenAPI document.`)
  }
  if (!/^3\.\d/.test(String(openapi))) {
    throw new InputError(`${where} has openapi: ${String(openapi)}; the check reads 3.0 and 3.1.`)
  }
}

function brokenSentence(ref: string, where: string): string {
  return ref.startsWith('#')
    ? `The reference ${ref} in ${where} leads to nothing.`
    : `The reference ${ref} in ${where} leads to another file; bundle the document into one first.`
}

/** Readers are recursive, so the depth must be limited; a YAML alias may even contain itself. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(child => isDeeper(child, levels - 1))
}

/** The first broken reference; examples are ignored. */
function brokenRef(document: JsonObject, value: unknown, key = ''): string | undefined {
  if (key === 'example' || key === 'examples' || key.startsWith('x-')) return undefined
  if (typeof value !== 'object' || value === null) return undefined
  const ref = isObject(value) && key !== 'properties' ? value.$ref : undefined
  if (typeof ref === 'string' && referenceTarget(document, ref) === undefined) return ref
  for (const [name, child] of Object.entries(value)) {
    const found = brokenRef(document, child, Array.isArray(value) ? '' : name)
    if (found !== undefined) return found
  }
  return undefined
}

const MAX_DOCUMENT_BYTES = 50_000_000
const MAX_REDIRECTS = 5

type Fetched = {
  readonly status: number
  readonly text: string
  /** Where a redirect leads that was not followed. */
  readonly next?: string
}

type FetchLimits = {
  /** In milliseconds, for all requests with the signal; used in the error message. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly own: { readonly origin: string; readonly headers: Readonly<Record<string, string>> }
}

/**
 * Follows redirects; returns the redirect itself if it must not be followed. Throws an InputError or a
 * TargetUnreachable.
 */
async function fetchDocument(where: string, { timeoutMs, signal, own }: FetchLimits): Promise<Fetched> {
  let url = getUrl(where)
  try {
    for (let hops = 0; ; hops++) {
      const response = await fetch(url, {
        headers: {
          accept: 'application/json, application/yaml;q=0.9, */*;q=0.1',
          ...(url.origin === own.origin && own.headers),
        },
        redirect: 'manual',
        signal,
      })
      const next = getNext(response, url)
      if (!next || !isSameServer(url, next) || hops === MAX_REDIRECTS)
        return {
          status: response.status,
          text: await getText(response, where),
          ...(next && !isSameServer(url, next) && { next: next.href }),
        }
      await response.body?.cancel()
      url = next
    }
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new TargetUnreachable(`${where} does not answer: ${getReason(error, timeoutMs)}.`)
  }
}

function getUrl(text: string): URL {
  if (URL.canParse(text)) return new URL(text)
  throw new InputError(`"${text}" is no address; write one such as https://stage.example.com/api.`)
}

function getNext({ status, headers }: Response, url: URL): URL | undefined {
  const location = headers.get('location')
  if (status < 300 || status > 399 || location === null || !URL.canParse(location, url)) return undefined
  return new URL(location, url)
}

/** The same origin, or an upgrade from http to https. */
function isSameServer(from: URL, to: URL): boolean {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && !from.port && !to.port
  return from.origin === to.origin || (isUpgrade && from.hostname === to.hostname)
}

/** Stops at the limit: a small compressed response may be larger than the memory. */
async function getText({ body }: Response, where: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.length
    if (length > MAX_DOCUMENT_BYTES)
      throw new InputError(`${where} is larger than 50 MB, which no OpenAPI document is.`)
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

function getReason(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no response within ${timeoutMs / 1000} seconds`
  const cause = error.cause instanceof Error ? error.cause : error
  if (cause.message === 'bad port') return 'its port is one that no client of HTTP may call'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
