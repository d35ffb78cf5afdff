import { parse } from 'yaml'
import { isObject, type JsonObject } from '../../lib/json'
import { readText } from '../files'
import { InputError } from '../input-error'
import { fetchDocument, mostBytes, type Reach, urlOf } from './fetch-document'
import { targetOf } from './references'

/** Longer than a slow server needs to write its document for the first time, in milliseconds. */
const usualPatience = 15_000
/** Deeper than any schema that somebody wrote. */
const mostLevels = 500

type Reading = {
  /** In milliseconds, for all addresses together. */
  readonly patience?: number
  /** Hears where a document really came from, or why one was not taken. */
  readonly onNote?: (sentence: string) => void
}

/**
 * The backend's own document: from an address, from a file, or, for `auto`, at `/openapi.json` beside and above the
 * base path, where undefined means that there is none. Throws an InputError with one sentence for what is no OpenAPI 3
 * document, a TargetUnreachable for an address that does not answer.
 */
export async function readBackendDocument(
  where: 'auto' | (string & {}),
  baseUrl?: string,
  { patience = usualPatience, onNote = () => undefined }: Reading = {},
): Promise<JsonObject | undefined> {
  const limit = Math.min(patience, usualPatience)
  const reach = { patience: limit, signal: AbortSignal.timeout(limit) }
  if (where === 'auto')
    return baseUrl === undefined ? undefined : findDocument(baseUrl, { ...reach, isFree: false }, onNote)
  if (!/^https?:\/\//i.test(where)) return readDocument(await readText(where, 'The document'), where)
  const { status, text, url } = await fetchDocument(where, { ...reach, isFree: true })
  if (status !== 200) throw new InputError(`${where} answers ${status} instead of an OpenAPI document.`)
  if (new URL(url).origin !== new URL(where).origin)
    onNote(`${where} leads to another server: the document that was compared is ${url}.`)
  return readDocument(text, where)
}

async function findDocument(
  baseUrl: string,
  reach: Reach,
  onNote: (sentence: string) => void,
): Promise<JsonObject | undefined> {
  for (const place of placesOf(baseUrl)) {
    const { status, text } = await fetchDocument(place, reach)
    if (status >= 300 && status <= 399)
      onNote(`${place} leads elsewhere and was not followed; name the document with --spec, if it is yours.`)
    // A single-page application answers every address with its own page, which says nothing of a document.
    if (status === 200 && !isHtml(text)) return readDocument(text, place)
  }
  return undefined
}

/** `https://stage/v1/api` → beside it, inside of it, and above it up to the top. */
function placesOf(baseUrl: string): string[] {
  const { origin, pathname } = urlOf(baseUrl)
  const steps = pathname.split('/').filter(step => step !== '')
  const folders = steps.map((_, index) => `/${steps.slice(0, steps.length - index).join('/')}`)
  return [...folders, ''].map(folder => `${origin}${folder}/openapi.json`)
}

function isHtml(text: string): boolean {
  return /^\s*(?:<!doctype|<html|<\?xml|<[a-z])/i.test(text)
}

/** Checks as far as the comparison needs it; what it does not need may be wrong. */
function readDocument(text: string, where: string): JsonObject {
  if (text.length > mostBytes)
    throw new InputError(`${where} is larger than 50 MB, which no OpenAPI document is.`)
  if (text.trim() === '') throw new InputError(`${where} is empty; it should hold an OpenAPI document.`)
  if (isHtml(text))
    throw new InputError(`${where} holds HTML instead of an OpenAPI document; name the JSON or YAML itself.`)
  const document = parseText(text, where)
  if (!isObject(document)) throw new InputError(`${where} holds no object, so it is no OpenAPI document.`)
  checkVersion(document, where)
  if (!isObject(document.paths))
    throw new InputError(`${where} has no paths, so there is nothing to compare.`)
  if (isDeeper(document, mostLevels))
    throw new InputError(`${where} is nested deeper than ${mostLevels} levels, which no OpenAPI document is.`)
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
    throw new InputError(`${where} does not say openapi: 3.x, so it is no OpenAPI document.`)
  }
  if (!/^3\.\d/.test(String(openapi))) {
    throw new InputError(`${where} says openapi: ${String(openapi)}; the check reads 3.0 and 3.1.`)
  }
}

function brokenSentence(ref: string, where: string): string {
  return ref.startsWith('#')
    ? `The reference ${ref} in ${where} leads to nothing.`
    : `The reference ${ref} in ${where} leads to another file; bundle the document into one first.`
}

/** Whoever reads a document calls itself for each level, so its depth must have an end; an alias of YAML may even hold itself. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(child => isDeeper(child, levels - 1))
}

/** The first reference that leads to nothing; examples may hold what they like. */
function brokenRef(document: JsonObject, value: unknown, key = ''): string | undefined {
  if (key === 'example' || key === 'examples' || key.startsWith('x-')) return undefined
  if (typeof value !== 'object' || value === null) return undefined
  const ref = isObject(value) && key !== 'properties' ? value.$ref : undefined
  if (typeof ref === 'string' && targetOf(document, ref) === undefined) return ref
  for (const [name, child] of Object.entries(value)) {
    const found = brokenRef(document, child, Array.isArray(value) ? '' : name)
    if (found !== undefined) return found
  }
  return undefined
}
