/** `a~1b` → `a/b` (RFC 6901). */
export function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** `/rows/*` → `['rows', '*']`; empty for the whole value. */
export function pointerSteps(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeStep)
}
