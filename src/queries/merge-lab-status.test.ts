import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LabStatus } from '../api/schema.gen'
import { clock } from '../lib/clock'
import { installFakeClock } from '../test/fake-clock'
import { mergeLabStatus, setRequestTime, shareLabStatus } from './merge-lab-status'

const first = '2026-10-05T12:00:00Z'
const second = '2026-10-05T13:00:00Z'
const answer = (status: string, started_at?: string): LabStatus =>
  ({ status, endpoints: [], ...(started_at && { started_at }) }) as LabStatus

describe('T03 which status wins', () => {
  test.each<[string, LabStatus | undefined, LabStatus, string]>([
    ['the first', undefined, answer('starting', first), 'starting'],
    ['a step on', answer('starting', first), answer('ready', first), 'ready'],
    ['a step back', answer('ready', first), answer('starting', first), 'ready'],
    ['a step back without times', answer('ready'), answer('starting'), 'ready'],
    ['an end', answer('ready', first), answer('off'), 'off'],
    ['a late status of a stopped deploy', answer('off', first), answer('ready', first), 'off'],
    ['the next deploy', answer('off', first), answer('starting', second), 'starting'],
    ['an earlier deploy', answer('starting', second), answer('ready', first), 'starting'],
    ['a start after an unknown end', answer('off'), answer('starting', first), 'starting'],
    ['a new state', answer('ready', first), answer('stopping', first), 'stopping'],
    ['a known state after it', answer('stopping', first), answer('starting', first), 'starting'],
  ])('%s', (_, old, next, status) => expect(mergeLabStatus(old, next).status).toBe(status))

  test('an end keeps the start of its deploy', () => {
    const ended = mergeLabStatus(answer('ready', first), answer('off'))
    expect(ended.started_at).toBe(first)
    expect(mergeLabStatus(ended, answer('off')).started_at).toBe(first)
    expect(mergeLabStatus(ended, answer('starting', first)).status).toBe('off')
  })

  test.each([
    ['before the end had come', -1, 'off'],
    ['after the end had come', 1, 'ready'],
  ])('a running deploy that was requested %s', (_, seconds, state) => {
    installFakeClock()
    const end = clock.elapsed()
    const ended = shareLabStatus(answer('starting', first), answer('off')) as LabStatus
    const next = setRequestTime(answer('ready', first), end + seconds * 1000)
    expect(mergeLabStatus(ended, next).status).toBe(state)
    expect((shareLabStatus(ended, next) as LabStatus).status).toBe(state)
  })

  test('T03 the state of one deploy never goes back, for any order and number of responses', () => {
    const ranks: Record<string, number> = { starting: 1, ready: 2, off: 3 }
    const answers = fc.array(fc.constantFrom('starting', 'ready', 'off'), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(answers, states => {
        let known: LabStatus | undefined
        let highest = 0
        for (const state of states) {
          known = mergeLabStatus(known, answer(state, first))
          const rank = ranks[known.status] ?? 0
          expect(rank).toBeGreaterThanOrEqual(highest)
          expect(rank).toBe(Math.max(highest, ranks[state] ?? 0))
          highest = rank
          // A duplicate response changes nothing.
          expect(mergeLabStatus(known, known)).toEqual(known)
        }
      }),
      { seed: 3, numRuns: 300 },
    )
  })
})
