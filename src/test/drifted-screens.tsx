import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { createTestServer } from '../../mocks/node'
import type { PersonaName } from '../../mocks/platform/personas'
import { mutantsOf, oneOfEachPlace } from './body-mutants'
import { withQuickRetries } from './quick-retries'
import { renderRoute } from './render-route'

export interface DriftedScreen {
  path: string
  as: PersonaName
  /** The answer that the screen lives on, and the call that brings it. */
  operation: string
  call: string
  /** What the call sends. */
  body?: object
  /** Every how many changes one is drawn, where a table without pages tries them all; 1 unless told. */
  each?: number
  /** Which changes count for the screen; all unless told. */
  only?: RegExp
}

/** What the simulated platform answers when all is well. */
const answerOf = async ({ as, call, body: sent }: DriftedScreen): Promise<unknown> => {
  const platform = createTestServer({ as })
  platform.listen()
  const [method = '', path = ''] = call.split(' ')
  const headers = {
    authorization: `Bearer ${platform.tokens?.access_token}`,
    ...(sent && { 'content-type': 'application/json' }),
  }
  // Not by the client: the answer is wanted as it comes, without a session, a refresh or an error of ours.
  const response = await fetch(`http://localhost/api${path}`, {
    method,
    headers,
    credentials: 'include',
    ...(sent && { body: JSON.stringify(sent) }),
  })
  const body: unknown = await response.json()
  platform.close()
  if (!response.ok) throw new Error(`${call} answered ${response.status}`)
  return body
}

/** `npm test -- --full` tries every change; `npm test` one of each property. */
const isFull = process.env.FLAGSHIP_TESTS === 'full'

/** What no drifted answer may put before a person's eyes. */
const nonsense = /\[object |undefined|\bNaN\b|Invalid Date/

/**
 * One test for each single change of each screen's answer. In files of their own, so that both cores have some: a screen
 * is drawn anew for every change.
 */
export const tryDrifts = async (screens: readonly DriftedScreen[]): Promise<void> => {
  withQuickRetries()
  const drifts: { drifted: DriftedScreen; body: unknown }[] = []
  // One after the other: each has a platform of its own in this one process.
  for (const drifted of screens) drifts.push({ drifted, body: await answerOf(drifted) })
  describe.each(drifts)('N02 $drifted.path lives through any $drifted.operation', ({ drifted, body }) => {
    const { each = 1, only = /(?:)/ } = drifted
    const every = mutantsOf(body).filter(({ name }) => only.test(name))
    const tried = isFull ? every : oneOfEachPlace(every)
    test('every property is changed', () => expect(every.length).toBeGreaterThan(5))

    test.each(tried.filter((_, at) => at % each === 0))('$name', async mutant => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {})
      const fault = { kind: 'body', status: 200, body: mutant.body } as const
      await renderRoute(drifted.path, {
        as: drifted.as,
        prepare: ({ db }) => db.faults.add(drifted.operation, fault, Number.POSITIVE_INFINITY),
      })
      await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1))
      expect(document.body.textContent).not.toMatch(nonsense)
      log.mockRestore()
    })
  })
}
