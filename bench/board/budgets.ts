import { acrossRounds, type Budget, ratio, type Samples } from '../budgets'
import { summarise } from '../statistics'

const interactions = ['type', 'clear', 'sort', 'own']

const bareTable = 'bare, 10,000'

/** Slow frames of both scroll speeds, summed up within a round before the median of the rounds. */
const slowFrames = (samples: Samples, target: string): number =>
  summarise(
    (samples.get(target) ?? []).flatMap(({ slowFrames120, slowFrames1000 }) =>
      slowFrames120 === undefined || slowFrames1000 === undefined ? [] : [slowFrames120 + slowFrames1000],
    ),
  ).median

const budgetsOf = (target: string): Budget[] => [
  {
    budget: `${target}: rows in the DOM`,
    targets: [target],
    limit: 60,
    is: 'below',
    unit: '',
    of: samples => acrossRounds(samples, target, 'rows', 'most'),
  },
  {
    budget: `${target}: own row in sight (1) at the top, in the middle and at the end`,
    targets: [target],
    limit: 1,
    is: 'at least',
    unit: '',
    of: samples => acrossRounds(samples, target, 'ownSeen', 'least'),
  },
  {
    budget: `${target}: the slowest kind of interaction to next paint`,
    targets: [target],
    limit: 100,
    is: 'below',
    unit: ' ms',
    of: samples => Math.max(...interactions.map(kind => acrossRounds(samples, target, kind))),
  },
  {
    // The bare table drops no frames by itself: those it drops are caused by other load on the machine.
    budget: `${target}: frames over 34 ms of 600, more than the bare table has`,
    targets: [target, bareTable],
    limit: 0,
    is: 'at most',
    unit: '',
    of: samples => slowFrames(samples, target) - slowFrames(samples, bareTable),
  },
]

/** Budgets of the leaderboard at 4× CPU throttling; medians of the rounds unless stated otherwise. */
export const boardBudgets: Budget[] = [
  ...budgetsOf('board, 10,000'),
  ratio(
    '10,000: first row from the address, to the bare table from its own',
    1.6,
    ['board, 10,000', 'firstRow'],
    ['bare, 10,000', 'firstRow'],
  ),
  ...budgetsOf('board, 100,000'),
  ratio(
    '100,000 to 10,000: first row from the address',
    3,
    ['board, 100,000', 'firstRow'],
    ['board, 10,000', 'firstRow'],
  ),
  ratio(
    '100,000 to 10,000: first row from a click inside the app',
    3,
    ['board, 100,000, by a click', 'sinceClick'],
    ['board, 10,000, by a click', 'sinceClick'],
  ),
]
