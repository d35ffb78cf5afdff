import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { createTestServer } from '../../mocks/node'
import type { PersonaName } from '../../mocks/world/personas'
import { mutantsOf } from './body-mutants'
import { withQuickRetries } from './quick-retries'
import { renderRoute } from './render-route'

interface DriftedScreen {
  path: string
  as: PersonaName
  /** The answer that the screen lives on, and the call that brings it. */
  operation: string
  call: string
}

const screens: DriftedScreen[] = [
  { path: '/groups', as: 'student', operation: 'listGroups', call: 'GET /groups' },
  { path: '/group/1', as: 'student', operation: 'getGroup', call: 'GET /groups/1' },
  { path: '/group/1', as: 'student', operation: 'listTaskStatuses', call: 'GET /groups/1/statuses' },
  { path: '/group/1/task/101', as: 'student', operation: 'getTask', call: 'GET /groups/1/tasks/101' },
  {
    path: '/group/2/leaderboard',
    as: 'student',
    operation: 'getLeaderboard',
    call: 'GET /leaderboard/group/2',
  },
  {
    path: '/invite/AUTUMN-2026',
    as: 'candidate',
    operation: 'checkInvite',
    call: 'GET /auth/invite/AUTUMN-2026',
  },
  { path: '/contacts', as: 'student', operation: 'refreshSession', call: 'POST /auth/refresh' },
]

/** What the simulated platform answers when all is well. */
const answerOf = async ({ as, call }: DriftedScreen): Promise<unknown> => {
  const platform = createTestServer({ as })
  platform.listen()
  const [method = '', path = ''] = call.split(' ')
  const headers = { authorization: `Bearer ${platform.tokens?.access_token}` }
  const response = await fetch(`http://localhost/api${path}`, { method, headers, credentials: 'include' })
  const body: unknown = await response.json()
  platform.close()
  if (!response.ok) throw new Error(`${call} answered ${response.status}`)
  return body
}

const drifts: { drifted: DriftedScreen; body: unknown }[] = []
// One after the other: each has a platform of its own in this one process.
for (const drifted of screens) drifts.push({ drifted, body: await answerOf(drifted) })

withQuickRetries()

/** What no drifted answer may put before a person's eyes. */
const nonsense = /\[object |undefined|\bNaN\b|Invalid Date/

describe.each(drifts)('N02 $drifted.path lives through any $drifted.operation', ({ drifted, body }) => {
  const mutants = mutantsOf(body)
  test('every property is changed', () => expect(mutants.length).toBeGreaterThan(10))

  test.each(mutants)('$name', async mutant => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const fault = { kind: 'body', status: 200, body: mutant.body } as const
    await renderRoute(drifted.path, {
      as: drifted.as,
      prepare: ({ world }) => world.faults.add(drifted.operation, fault, Number.POSITIVE_INFINITY),
    })
    await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1))
    expect(document.body.textContent).not.toMatch(nonsense)
    log.mockRestore()
  })
})
