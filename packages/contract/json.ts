/** Narrowing of parsed YAML and JSON. */

export type JsonObject = { readonly [key: string]: unknown }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value if it is an object, else an empty one: readers go on where checks have reported the problem. */
export function objectAt(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

export function listAt(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `%20` → a space; the text itself if it is not well encoded. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Undefined for binary data. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The JSON type; integers are numbers. */
export function getKind(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Structural equality of JSON values; the order of keys does not matter. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]))
  }
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
  )
}

/** `a~1b` → `a/b` (RFC 6901). */
export function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** `/rows/*` → `['rows', '*']`; empty for the whole value. */
export function pointerSteps(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeStep)
}
