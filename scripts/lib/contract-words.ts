import { isObject } from './json'

/** Every string value of the contract: states and error details. */
export function contractWords(document: unknown, words = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(document)) for (const item of document) contractWords(item, words)
  if (!isObject(document)) return words
  for (const [key, child] of Object.entries(document)) {
    if (key === 'enum' || key === 'const')
      for (const value of [child].flat()) if (typeof value === 'string') words.add(value)
    contractWords(child, words)
  }
  return words
}

/** Every key of the contract: fields, parameters, paths and all others. */
export function contractNames(document: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(document)) for (const item of document) contractNames(item, names)
  if (!isObject(document)) return names
  for (const [key, child] of Object.entries(document)) {
    names.add(key)
    if (key === 'name' && typeof child === 'string') names.add(child)
    contractNames(child, names)
  }
  return names
}
