import { isObject, type JsonObject } from '../../lib/json'

/** What stands behind a chain of local references; undefined where it leads nowhere, outside or in a circle. */
export function follow(document: JsonObject, value: unknown): unknown {
  let current = value
  for (let steps = 0; isObject(current) && typeof current.$ref === 'string'; steps++) {
    if (steps > 50) return undefined
    current = targetOf(document, current.$ref)
  }
  return current
}

/** What a local reference names; undefined for nothing and for references to other documents. */
export function targetOf(document: JsonObject, ref: string): unknown {
  if (!ref.startsWith('#/') && ref !== '#') return undefined
  let current: unknown = document
  for (const step of ref.split('/').slice(1)) {
    const key = decode(step).replaceAll('~1', '/').replaceAll('~0', '~')
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
