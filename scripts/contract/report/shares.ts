import type { Coverage, Share } from '../../lib/judge/coverage'
import type { MinimumCoverage } from './report'

/** The parts of a coverage: their name on the command line and in a sentence. */
export const coverageParts = [
  { part: 'operations', option: 'ops', label: 'operations' },
  { part: 'statuses', option: 'statuses', label: 'statuses' },
  { part: 'properties', option: 'props', label: 'answer properties' },
  { part: 'details', option: 'details', label: 'error details' },
] as const satisfies readonly { part: keyof Coverage; option: string; label: string }[]

/** In percent, cut to one decimal so that 99.96 never reads as all; 100 where there is nothing to see. */
export function shareOf({ seen, all }: { readonly seen: number; readonly all: number }): number {
  return all === 0 ? 100 : Math.floor((seen / all) * 1000) / 10
}

/** What was seen of what can be brought about at all; the same where nothing is known to be out of reach. */
export function withinReach({ seen, all, missed, beyond = [] }: Share): Share {
  const out = new Set(beyond.flatMap(({ names }) => names))
  return { seen, all: all - out.size, missed: missed.filter(name => !out.has(name)) }
}

/** `7 more cannot be reached from outside: …`, with the reasons; undefined where everything can. */
export function beyondText({ beyond = [] }: Share): string | undefined {
  const count = new Set(beyond.flatMap(({ names }) => names)).size
  if (count === 0) return undefined
  const reasons = beyond.map(({ why, names }) => `${names.map(name => `"${name}"`).join(', ')} (${why})`)
  return `${count} more cannot be reached from outside: ${reasons.join('; ')}`
}

/** One sentence for each minimum that was missed. */
export function missedMinimums(coverage: Coverage | undefined, minimum: MinimumCoverage): string[] {
  return coverageParts.flatMap(({ part, label }) => {
    const least = minimum[part]
    if (least === undefined) return []
    if (!coverage) return [`no exchange was seen, but ${least} % of ${label} are asked for`]
    const reach = coverage[part].beyond === undefined ? '' : ' within reach'
    const share = shareOf(withinReach(coverage[part]))
    return share >= least ? [] : [`${share} % of ${label}${reach} were seen, ${least} % are asked for`]
  })
}
