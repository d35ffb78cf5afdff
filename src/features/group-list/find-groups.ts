import { foldText, holdsWords } from '../../lib/fold-text'
import type { GroupSummary } from '../../queries/answers'
import { phaseOf } from '../../queries/group-phase'
import type { GroupFilter, GroupSearch } from './group-search'

const passes: Record<GroupFilter, (group: GroupSummary, now: number) => boolean> = {
  active: (group, now) => phaseOf(group, now) !== 'ended',
  ended: (group, now) => phaseOf(group, now) === 'ended',
  exam: group => group.is_exam,
}

export interface FoundGroups {
  /** Running and not begun yet. */
  current: GroupSummary[]
  ended: GroupSummary[]
  /** How many groups each filter would leave, with the text of the search. */
  counts: Record<GroupFilter, number>
}

const folded = new WeakMap<GroupSummary, string>()

/** Five hundred descriptions of thousands of characters are folded once, not with each letter. */
const foldedText = (group: GroupSummary): string => {
  const kept = folded.get(group) ?? foldText(`${group.name} ${group.description ?? ''}`)
  folded.set(group, kept)
  return kept
}

/** The groups that the search part of the address asks for. `now` is the server's time in milliseconds. */
export const findGroups = (
  groups: readonly GroupSummary[],
  { state, q }: GroupSearch,
  now: number,
): FoundGroups => {
  const named = q ? groups.filter(group => holdsWords(foldedText(group), q)) : groups
  const found = state ? named.filter(group => passes[state](group, now)) : named
  const count = (filter: GroupFilter) => named.filter(group => passes[filter](group, now)).length
  return {
    current: found.filter(group => passes.active(group, now)),
    ended: found.filter(group => passes.ended(group, now)),
    counts: { active: count('active'), ended: count('ended'), exam: count('exam') },
  }
}
