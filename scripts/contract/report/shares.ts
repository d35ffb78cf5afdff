import type { Coverage, Share } from '../../lib/validator/coverage'
import type { MinimumCoverage } from './report'

export const coverageParts = [
  { part: 'operations', option: 'ops', label: 'operations' },
  { part: 'statuses', option: 'statuses', label: 'statuses' },
  { part: 'properties', option: 'props', label: 'answer properties' },
  { part: 'details', option: 'details', label: 'error details' },
] as const satisfies readonly { part: keyof Coverage; option: string; label: string }[]

/** Rounded down to one decimal, so that 99.96 is not shown as 100; 100 if there is nothing to see. */
export function percentOf({ seen, all }: { readonly seen: number; readonly all: number }): number {
  return all === 0 ? 100 : Math.floor((seen / all) * 1000) / 10
}

/** Without the items that no request can trigger. */
export function withinReach({ seen, all, missed, beyond = [] }: Share): Share {
  const out = new Set(beyond.flatMap(({ names }) => names))
  return { seen, all: all - out.size, missed: missed.filter(name => !out.has(name)) }
}

/** `7 more cannot be reached from outside: …` with the reasons; undefined if there are none. */
export function unreachableText({ beyond = [] }: Share): string | undefined {
  const count = new Set(beyond.flatMap(({ names }) => names)).size
  if (count === 0) return undefined
  const reasons = beyond.map(({ why, names }) => `${names.map(name => `"${name}"`).join(', ')} (${why})`)
  return `${count} more cannot be reached from outside: ${reasons.join('; ')}`
}

/** One sentence per missed minimum. */
export function missedMinimums(coverage: Coverage | undefined, minimum: MinimumCoverage): string[] {
  return coverageParts.flatMap(({ part, label }) => {
    const required = minimum[part]
    if (required === undefined) return []
    if (!coverage) return [`no exchange was seen, but ${required} % of ${label} are required`]
    const reach = coverage[part].beyond === undefined ? '' : ' within reach'
    const share = percentOf(withinReach(coverage[part]))
    return share >= required ? [] : [`${share} % of ${label}${reach} were seen, ${required} % are required`]
  })
}
