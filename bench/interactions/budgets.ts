import { type Budget, overRounds } from '../budgets'
import { kinds } from './kinds'

/** What is done where. */
const done: Readonly<Record<string, readonly (keyof typeof kinds)[]>> = {
  '500 groups': ['type', 'clear', 'chip'],
  '1,000 tasks': ['type', 'clear', 'chip'],
  tabs: ['tab'],
  'a flag among 1,000 tasks': ['flag'],
  'board of 10,000': ['scroll', 'type', 'clear'],
  'menus over 1,000 tasks': ['languageOpen', 'languageSwitch', 'themeOpen', 'themeSwitch'],
}

/** Every interaction is answered within 100 ms, by the median. */
export const interactionBudgets: readonly Budget[] = Object.entries(done).flatMap(([target, measures]) =>
  measures.map(
    (measure): Budget => ({
      budget: `${target}: ${kinds[measure]}, to next paint`,
      targets: [target],
      limit: 100,
      is: 'at most',
      unit: ' ms',
      of: samples => overRounds(samples, target, measure),
    }),
  ),
)
