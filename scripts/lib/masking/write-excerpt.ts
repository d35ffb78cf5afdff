import { isObject } from '../json'
import { unescapeStep } from '../validator/json-pointer'
import { isFile } from './mask-body'
import { maskByShape, maskJson, maskText, type Secrets } from './mask-value'

const MAX_EXCERPT_LENGTH = 300
const MAX_TEXT_LENGTH = 4000

/** The response around a pointer (`*` for any list item) as one short line; undefined for an empty body. */
export function writeExcerpt(
  body: Uint8Array,
  contentType: string | undefined,
  pointer: string | undefined,
  secrets: Secrets,
): string | undefined {
  if (body.length === 0) return undefined
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return `${body.length} bytes that are no text`
  }
  try {
    const value = JSON.parse(text)
    const steps = (pointer ?? '').split('/').slice(1)
    const { part, at } = findNearest(value, steps)
    const under = at.split('/').at(-1) ?? ''
    const masked = maskJson({ [under]: prune(part, 0) }, secrets, maskByShape)
    return cut(`${at && `${at}: `}${JSON.stringify(isObject(masked) ? masked[under] : masked)}`)
  } catch {
    if (isFile(contentType)) return `${body.length} bytes of ${contentType}`
    return cut(maskText(text.slice(0, MAX_TEXT_LENGTH), secrets, maskByShape))
  }
}

function findNearest(value: unknown, steps: readonly string[]): { part: unknown; at: string } {
  let part = value
  let at = ''
  for (const [index, step] of steps.entries()) {
    const name = unescapeStep(step)
    if (Array.isArray(part) && step === '*') {
      const rest = steps.slice(index + 1)
      const lacking = part.findIndex(item => !reaches(item, rest))
      const chosen = Math.max(lacking, 0)
      at += `/${chosen}`
      part = part[chosen]
    } else if (isObject(part) && step === '*') {
      const [key = ''] = Object.keys(part)
      at += `/${key}`
      part = part[key]
    } else if (isObject(part) && Object.hasOwn(part, name) && (index < steps.length - 1 || isLarge(part))) {
      at += `/${step}`
      part = part[name]
    } else break
  }
  return { part, at }
}

function prune(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT_LENGTH)
  if (typeof value !== 'object' || value === null) return value
  if (depth > 8) return null
  if (Array.isArray(value)) return value.slice(0, 5).map(item => prune(item, depth + 1))
  const entries = Object.entries(value).slice(0, 40)
  return Object.fromEntries(entries.map(([name, child]) => [name, prune(child, depth + 1)]))
}

/** A value in a small object is easier to understand with its siblings. */
function isLarge(part: object): boolean {
  return Object.keys(part).length > 6
}

function reaches(value: unknown, steps: readonly string[]): boolean {
  const [step, ...rest] = steps
  if (step === undefined) return true
  if (Array.isArray(value)) return step === '*' && value.every(item => reaches(item, rest))
  if (!isObject(value)) return false
  if (step === '*') return Object.values(value).every(item => reaches(item, rest))
  const name = unescapeStep(step)
  return Object.hasOwn(value, name) && reaches(value[name], rest)
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_EXCERPT_LENGTH ? `${line.slice(0, MAX_EXCERPT_LENGTH)}…` : line
}
