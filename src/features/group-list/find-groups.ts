import { foldText, includesWords } from '../../lib/fold-text'
import { getGroupPhase } from '../../queries/group-phase'
import type { GroupSummary } from '../../queries/responses'
import type { GroupFilter, GroupSearch } from './group-search'

const filterPredicates: Record<GroupFilter, (group: GroupSummary, now: number) => boolean> = {
  active: (group, now) => getGroupPhase(group, now) !== 'ended',
  ended: (group, now) => getGroupPhase(group, now) === 'ended',
  exam: group => group.is_exam,
}

export interface FoundGroups {
  /** Running and upcoming. */
  current: GroupSummary[]
  ended: GroupSummary[]
  /** How many groups each filter would leave, given the search text. */
  counts: Record<GroupFilter, number>
}

const foldedTextCache = new WeakMap<GroupSummary, string>()

/** Cached: folding 500 long descriptions on every key is slow. */
const getFoldedText = (group: GroupSummary): string => {
  const text = foldedTextCache.get(group) ?? foldText(`${group.name} ${group.description ?? ''}`)
  foldedTextCache.set(group, text)
  return text
}

/** Groups that match the search parameters. `now` is server time in milliseconds. */
export const findGroups = (
  groups: readonly GroupSummary[],
  { state, q }: GroupSearch,
  now: number,
): FoundGroups => {
  const named = q ? groups.filter(group => includesWords(getFoldedText(group), q)) : groups
  const found = state ? named.filter(group => filterPredicates[state](group, now)) : named
  const count = (filter: GroupFilter) => named.filter(group => filterPredicates[filter](group, now)).length
  return {
    current: found.filter(group => filterPredicates.active(group, now)),
    ended: found.filter(group => filterPredicates.ended(group, now)),
    counts: { active: count('active'), ended: count('ended'), exam: count('exam') },
  }
}
