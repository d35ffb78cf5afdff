import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LabStatus } from '../api/schema.gen'
import { clock } from '../lib/clock'
import { holdClock } from '../test/fake-clock'
import { askedAt, laterLab, shareLater } from './lab-later'

const first = '2026-10-05T12:00:00Z'
const second = '2026-10-05T13:00:00Z'
const answer = (status: string, started_at?: string): LabStatus =>
  ({ status, endpoints: [], ...(started_at && { started_at }) }) as LabStatus

describe('T03 which answer is believed', () => {
  test.each<[string, LabStatus | undefined, LabStatus, string]>([
    ['the first', undefined, answer('starting', first), 'starting'],
    ['a step on', answer('starting', first), answer('ready', first), 'ready'],
    ['a step back', answer('ready', first), answer('starting', first), 'ready'],
    ['a step back of a server that tells no times', answer('ready'), answer('starting'), 'ready'],
    ['an end', answer('ready', first), answer('off'), 'off'],
    ['what a stopped deploy still says', answer('off', first), answer('ready', first), 'off'],
    ['the next deploy', answer('off', first), answer('starting', second), 'starting'],
    ['an earlier deploy', answer('starting', second), answer('ready', first), 'starting'],
    ['a start after an end of nothing known', answer('off'), answer('starting', first), 'starting'],
    ['a new state', answer('ready', first), answer('stopping', first), 'stopping'],
    ['a known state after it', answer('stopping', first), answer('starting', first), 'starting'],
  ])('%s', (_, old, next, status) => expect(laterLab(old, next).status).toBe(status))

  test('an end remembers which deploy it ended', () => {
    const ended = laterLab(answer('ready', first), answer('off'))
    expect(ended.started_at).toBe(first)
    expect(laterLab(ended, answer('off')).started_at).toBe(first)
    expect(laterLab(ended, answer('starting', first)).status).toBe('off')
  })

  test.each([
    ['before the end had come', -1, 'off'],
    ['after the end had come', 1, 'ready'],
  ])('a running deploy whose answer was asked for %s', (_, seconds, state) => {
    holdClock()
    const end = clock.elapsed()
    const ended = shareLater(answer('starting', first), answer('off')) as LabStatus
    const next = askedAt(answer('ready', first), end + seconds * 1000)
    expect(laterLab(ended, next).status).toBe(state)
    expect((shareLater(ended, next) as LabStatus).status).toBe(state)
  })

  test('T03 in any order and number of answers about one deploy the state never goes back', () => {
    const ranks: Record<string, number> = { starting: 1, ready: 2, off: 3 }
    const answers = fc.array(fc.constantFrom('starting', 'ready', 'off'), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(answers, states => {
        let known: LabStatus | undefined
        let highest = 0
        for (const state of states) {
          known = laterLab(known, answer(state, first))
          const rank = ranks[known.status] ?? 0
          expect(rank).toBeGreaterThanOrEqual(highest)
          expect(rank).toBe(Math.max(highest, ranks[state] ?? 0))
          highest = rank
          // The same answer twice, or given again by another way, changes nothing.
          expect(laterLab(known, known)).toEqual(known)
        }
      }),
      { seed: 3, numRuns: 300 },
    )
  })
})
