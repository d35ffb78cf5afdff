import type { Task } from '../../queries/answers'

/**
 * What the rule of a write-up means for this reader. A rule that this client does not know is offered: the server has the
 * last word (ux §3).
 */
export type WriteupAccess = 'open' | 'spoiler' | 'closed' | 'unknown'

export const writeupAccess = (
  { writeup_rule }: Pick<Task, 'writeup_rule'>,
  isSolved: boolean,
): WriteupAccess => {
  if (isSolved) return 'open'
  const rule: unknown = writeup_rule
  if (rule === 'after_solve') return 'closed'
  return rule === 'always' ? 'spoiler' : 'unknown'
}
