import { isObject, type JsonObject } from '../../lib/json'
import { unescapeStep } from '../../lib/validator/json-pointer'

/** Follows a chain of local references; undefined if it is broken, external or circular. */
export function resolveReference(document: JsonObject, value: unknown): unknown {
  let current = value
  for (let steps = 0; isObject(current) && typeof current.$ref === 'string'; steps++) {
    if (steps > 50) return undefined
    current = referenceTarget(document, current.$ref)
  }
  return current
}

/** Undefined for broken references and for other documents. */
export function referenceTarget(document: JsonObject, ref: string): unknown {
  if (!ref.startsWith('#/') && ref !== '#') return undefined
  let current: unknown = document
  for (const step of ref.split('/').slice(1)) {
    const key = unescapeStep(decode(step))
    if (Array.isArray(current)) current = current[Number(key)]
    else if (isObject(current) && Object.hasOwn(current, key)) current = current[key]
    else return undefined
  }
  return current
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
