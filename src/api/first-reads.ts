import { clock } from '../lib/clock'
import { parseId } from '../lib/route-params'
import { api } from './api'
import { type OperationWithEffect, type Sent, send } from './send'

export type FirstRead = [id: OperationWithEffect<'read'>, init: { params?: { path: Record<string, number> } }]

/** The pattern of a path. */
const at = (path: string): RegExp => new RegExp(`^${path.replaceAll(':id', '([^/]+)')}/?$`)

/** What a page reads first, by its path; the same reads as those of its loader. */
const pages: readonly (readonly [path: RegExp, getReads: (...ids: number[]) => readonly FirstRead[]])[] = [
  [at('/(?:groups)?'), () => [['listGroups', {}]]],
  [
    at('/group/:id'),
    (id = 0) => [
      ['getGroup', { params: { path: { id } } }],
      ['listTaskStatuses', { params: { path: { id } } }],
    ],
  ],
  [
    at('/group/:id/leaderboard'),
    // Of a group that hides its board the page leaves out the answer, a 403.
    (id = 0) => [
      ['getGroup', { params: { path: { id } } }],
      ['getLeaderboard', { params: { path: { id } } }],
    ],
  ],
  [
    at('/group/:id/task/:id'),
    (group = 0, task = 0) => [
      ['getTask', { params: { path: { group, task } } }],
      ['listTaskStatuses', { params: { path: { id: group } } }],
      ['getGroup', { params: { path: { id: group } } }],
    ],
  ],
]

/** An older answer is not used: the page asks again, as for any stale data. */
const MAX_AGE_MS = 30_000

interface SentRead {
  answer: Sent
  sentAt: number
}

const sent = new Map<string, SentRead>()
api.session.onClearUserData(() => sent.clear())

const isFresh = ({ sentAt }: SentRead): boolean => clock.elapsed() - sentAt < MAX_AGE_MS

const toKey = (id: string, params: unknown): string => JSON.stringify([id, params])

/** Starts the session, and for a signed-in user what the page at this path reads first. Never rejects. */
export const startWithFirstReads = async (path: string): Promise<void> => {
  await api.session.start().catch(() => {})
  if (api.session.getState().status === 'authenticated') sendFirstReads(path)
}

/** Sends what the page at this path reads first, and forgets what another page has not taken. */
export const sendFirstReads = (path: string, isNeeded: (read: FirstRead) => boolean = () => true): void => {
  const before = new Map(sent)
  sent.clear()
  for (const read of getFirstReads(path)) {
    const [id, init] = read
    const key = toKey(id, init.params)
    const known = before.get(key)
    if (known && isFresh(known)) sent.set(key, known)
    else if (isNeeded(read)) {
      const answer = send(id, init)
      // The page may never ask for it.
      answer.catch(() => {})
      sent.set(key, { answer, sentAt: clock.elapsed() })
    }
  }
}

const getFirstReads = (path: string): readonly FirstRead[] =>
  pages.flatMap(([pattern, getReads]) => {
    const ids = pattern.exec(path)?.slice(1).map(parseId) ?? [null]
    return ids.every(id => id !== null) ? getReads(...ids) : []
  })

/** The answer to a first read, once; undefined if it was not sent. */
export const takeFirstRead = (id: string, params: unknown): Sent | undefined => {
  const key = toKey(id, params)
  const known = sent.get(key)
  sent.delete(key)
  return known && isFresh(known) ? known.answer : undefined
}
