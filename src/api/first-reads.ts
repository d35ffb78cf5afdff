import { clock } from '../lib/clock'
import { parseId } from '../lib/route-params'
import { api } from './api'
import { type OperationWithEffect, type Sent, send } from './send'

type Read = [id: OperationWithEffect<'read'>, init: { params?: { path: Record<string, number> } }]

/** The pattern of a path. */
const at = (path: string): RegExp => new RegExp(`^${path.replaceAll(':id', '([^/]+)')}/?$`)

/** What a page reads first, by its path; the same reads as those of its loader. */
const pages: readonly (readonly [path: RegExp, getReads: (...ids: number[]) => readonly Read[]])[] = [
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

const sent = new Map<string, { answer: Sent; sentAt: number }>()
api.session.onClearUserData(() => sent.clear())

const toKey = (id: string, params: unknown): string => JSON.stringify([id, params])

/** Starts the session, and for a signed-in user what the page at this path reads first. Never rejects. */
export const startWithFirstReads = async (path: string): Promise<void> => {
  await api.session.start().catch(() => {})
  if (api.session.getState().status === 'authenticated') sendFirstReads(path)
}

const sendFirstReads = (path: string): void => {
  for (const [pattern, getReads] of pages) {
    const [isMatch, ...texts] = pattern.exec(path) ?? []
    const ids = texts.map(parseId).filter(id => id !== null)
    if (isMatch === undefined || ids.length < texts.length) continue
    for (const [id, init] of getReads(...ids)) {
      const answer = send(id, init)
      // The page may never ask for it.
      answer.catch(() => {})
      sent.set(toKey(id, init.params), { answer, sentAt: clock.elapsed() })
    }
  }
}

/** The answer to a first read, once; undefined if it was not sent. */
export const takeFirstRead = (id: string, params: unknown): Sent | undefined => {
  const key = toKey(id, params)
  const { answer, sentAt = 0 } = sent.get(key) ?? {}
  sent.delete(key)
  return clock.elapsed() - sentAt < MAX_AGE_MS ? answer : undefined
}
