import type { Task } from '../../api/responses'
import { choice, createSearchParser } from '../../lib/search-params'

/** Whether the write-up may be opened. An unknown rule is offered, because the server decides. */
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

/** Without a pane the page shows the description only. */
export const parseTaskSearch = createSearchParser({ pane: choice(['terminal', 'writeup']) })

export type TaskSearch = ReturnType<typeof parseTaskSearch>
