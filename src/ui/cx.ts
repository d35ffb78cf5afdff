/** Joins class names, leaving out what is false, null, undefined or empty. */
export function cx(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}

/** Joins id lists for `aria-describedby`; undefined when nothing is left, so that the attribute is absent. */
export function joinIds(...ids: readonly (string | false | null | undefined)[]): string | undefined {
  return cx(...ids) || undefined
}
