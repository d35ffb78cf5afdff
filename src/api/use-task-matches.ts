import { useQueries } from '@tanstack/react-query'
import { serverClock } from '../lib/server-clock'
import { matchesText } from '../lib/text'
import { areTasksClosed } from './attempts'
import { isShown } from './is-shown'
import { groupQuery } from './queries/groups'
import { type Group, type GroupSummary, getGroupPhase, type TaskSummary } from './responses'

/** At most this many groups are read for a search. */
const MAX_GROUPS = 10

export interface TaskMatch {
  task: TaskSummary
  category: string
  group: Group
}

/** Tasks of the running groups by title or category. Reads those groups; none without a text. */
export const useTaskMatches = (
  groups: readonly GroupSummary[],
  q: string,
): { matches: TaskMatch[]; isLoading: boolean } => {
  const now = serverClock.now()
  const open = groups.filter(group => group.id > 0 && getGroupPhase(group, now) === 'running')
  const results = useQueries({
    queries: open
      .slice(0, MAX_GROUPS)
      .map(({ id }) => ({ ...groupQuery(id), retry: false, enabled: q !== '' })),
  })
  const matches = results.flatMap(({ data: group }) =>
    !group || q === '' || areTasksClosed(group)
      ? []
      : group.categories.flatMap(category =>
          category.tasks
            .filter(task => task.id > 0 && isShown(task, group.is_admin))
            .filter(task => matchesText(`${task.title} ${category.name}`, q))
            .map(task => ({ task, category: category.name, group })),
        ),
  )
  return { matches, isLoading: q !== '' && results.some(({ isPending }) => isPending) }
}
