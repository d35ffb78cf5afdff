/** Where parts of the contract stand in its files, by object: bundling copies objects, and copies keep their place. */

type Place = {
  readonly file: string
  readonly line: number
  /** The line of each property or item. */
  readonly lines: ReadonlyMap<string, number>
}

const places = new WeakMap<object, Place>()

export function setPlace(part: object, place: Place): void {
  places.set(part, place)
}

/** The copy, with the place of the original. */
export function withPlace<Part extends object>(copy: Part, original: unknown): Part {
  const place = getPlace(original)
  if (place) places.set(copy, place)
  return copy
}

/** `openapi/paths/groups.yaml:37` of a part, or of one of its properties; undefined if it was not read from a file. */
export function placeOf(part: unknown, key?: string): string | undefined {
  const place = getPlace(part)
  const line = key === undefined ? place?.line : place?.lines.get(key)
  return line === undefined ? undefined : `openapi/${place?.file}:${line}`
}

function getPlace(part: unknown): Place | undefined {
  return typeof part === 'object' && part !== null ? places.get(part) : undefined
}
