import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { isObject, type JsonObject } from '../../lib/json'
import { InputError } from '../input-error'
import { TargetUnreachable } from '../target-unreachable'
import { targetOf } from './references'

/** Longer than a slow server needs to write its document for the first time. */
const mostMilliseconds = 15_000
/** Ten times the largest document of a real product. */
const mostBytes = 50_000_000

/**
 * The backend's own document: from an address, from a file, or, for `auto`, at `/openapi.json` beside and above the
 * base path, where undefined means that there is none. Throws an InputError with one sentence for what is no OpenAPI 3
 * document, a TargetUnreachable for an address that does not answer.
 */
export async function readBackendDocument(
  where: 'auto' | (string & {}),
  baseUrl?: string,
): Promise<JsonObject | undefined> {
  if (where === 'auto') return baseUrl === undefined ? undefined : findDocument(baseUrl)
  if (/^https?:\/\//i.test(where)) {
    const answer = await ask(where)
    if (answer.status !== 200)
      throw new InputError(`${where} answers ${answer.status} instead of an OpenAPI document.`)
    return readDocument(answer.text, where)
  }
  return readDocument(await readText(where), where)
}

async function findDocument(baseUrl: string): Promise<JsonObject | undefined> {
  for (const url of placesOf(baseUrl)) {
    const answer = await ask(url)
    // A single-page application answers every address with its own page, which says nothing of a document.
    if (answer.status !== 200 || isHtml(answer.text)) continue
    return readDocument(answer.text, url)
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

function urlOf(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw new InputError(`"${text}" is no address; write one such as https://stage.example.com/api.`)
  }
}

async function ask(url: string): Promise<{ status: number; text: string }> {
  urlOf(url)
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/json, application/yaml;q=0.9, */*;q=0.1' },
      signal: AbortSignal.timeout(mostMilliseconds),
    })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    throw new TargetUnreachable(`${url} does not answer: ${reasonOf(error)}.`)
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `nothing came within ${mostMilliseconds / 1000} seconds`
  const cause = error.cause instanceof Error ? error.cause : error
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = isObject(error) || error instanceof Error ? Reflect.get(error, 'code') : undefined
    if (code === 'ENOENT') throw new InputError(`There is no file ${path}.`)
    if (code === 'EISDIR') throw new InputError(`${path} is a folder; name the file of the document.`)
    throw new InputError(`The file ${path} cannot be read (${String(code)}).`)
  }
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
