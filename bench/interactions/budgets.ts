import { acrossRounds, type Budget } from '../budgets'
import { kinds } from './kinds'

/** Interactions by page. */
const done: Readonly<Record<string, readonly (keyof typeof kinds)[]>> = {
  '500 groups': ['type', 'clear', 'chip'],
  '1,000 tasks': ['type', 'clear', 'chip'],
  tabs: ['tab'],
  'a flag among 1,000 tasks': ['flag'],
  'board of 10,000': ['scroll', 'type', 'clear'],
  'menus over 1,000 tasks': ['languageOpen', 'languageSwitch', 'themeOpen', 'themeSwitch'],
}

/** Every interaction paints within 100 ms: the slowest of a round, by the median of the rounds. */
const answers: readonly Budget[] = Object.entries(done).flatMap(([target, measures]) =>
  measures.map(
    (measure): Budget => ({
      budget: `${target}: ${kinds[measure]}, the slowest to next paint`,
      targets: [target],
      limit: 100,
      is: 'at most',
      unit: ' ms',
      of: samples => acrossRounds(samples, target, `${measure}Worst`),
    }),
  ),
)

/** Budgets of interactions, and of memory after leaving pages. */
export const interactionBudgets: readonly Budget[] = [
  ...answers,
  {
    budget: '100 navigations: more heap after the last 90, in MB',
    targets: ['100 navigations'],
    limit: 2,
    is: 'at most',
    unit: '',
    of: samples => acrossRounds(samples, '100 navigations', 'heapGrowth'),
  },
]
