/**
 * Places that nobody comes to from outside of the simulated platform in its usual scenario, by the beginning of what
 * stands behind the class in a mutant's id, and why. Everything else that the plan does not come to is a miss.
 */
const closed: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/^stopLab:200:\/endpoints\/\*/, 'a lab that is off has no endpoints'],
]

/** Why no question can show this mutant; undefined where one could. */
export function whyUnreachable(id: string): string | undefined {
  const place = id.slice(id.indexOf(':') + 1)
  return closed.find(([pattern]) => pattern.test(place))?.[1]
}
