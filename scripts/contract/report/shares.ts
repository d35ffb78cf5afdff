import type { Coverage } from '../../lib/judge/coverage'
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

/** One sentence for each minimum that was missed. */
export function missedMinimums(coverage: Coverage | undefined, minimum: MinimumCoverage): string[] {
  return coverageParts.flatMap(({ part, label }) => {
    const least = minimum[part]
    if (least === undefined) return []
    if (!coverage) return [`no exchange was seen, but ${least} % of ${label} are asked for`]
    const share = shareOf(coverage[part])
    return share >= least ? [] : [`${share} % of ${label} were seen, ${least} % are asked for`]
  })
}
