import { acrossRounds, type Budget, ratio } from '../budgets'

const login = 'floor /login'

/** A limit of one measure in every round. */
const most = (target: string, measure: string, what: string, limit: number): Budget => ({
  budget: `${target}: ${what}`,
  targets: [target],
  limit,
  is: 'at most',
  unit: '',
  of: samples => acrossRounds(samples, target, measure, 'most'),
})

/** Scripts are always compared with those of the floor's `/login`. */
const scripts = (target: string, limit: number): Budget =>
  ratio(`${target}: scripts / ${login}`, limit, [target, 'js'], [login, 'js'])

const pages = ['/login', '/groups', 'a task'] as const

/** Budgets of first loads, relative to the floor of the same run on the same server. */
export const firstLoadBudgets: readonly Budget[] = [
  scripts('/login', 1.3),
  scripts('/groups', 1.8),
  scripts('a task', 2.4),
  ratio('/login: first contentful paint / floor', 0.4, ['/login', 'firstPaint'], [login, 'firstPaint']),
  ratio(
    '/login: largest contentful paint / floor',
    0.45,
    ['/login', 'largestPaint'],
    [login, 'largestPaint'],
  ),
  ratio('/login: total blocking time / floor', 1.5, ['/login', 'blocking'], [login, 'blocking']),
  ratio('/login: answers / floor', 1, ['/login', 'ready'], [login, 'ready']),
  ...pages.map(page => most(page, 'shifts', 'layout shift', 0)),
  // The shell is the document and its resources; then two waves: session and code, then data.
  ...pages.map(page => most(page, 'depthContent', 'requests one after the other until its content', 4)),
  most('a terminal', 'terminalEarly', "the terminal's files before it is opened", 0),
  most('a terminal', 'shifts', 'layout shift', 0),
]
