import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestServer } from '../../mocks/node'
import { api } from '../api/api'
import { apiHealth } from '../api/api-health'
import { createQueryClient } from '../api/query-client'
import { useStartAttempt } from './exam-mutations'
import { groupQuery } from './groups'

test("A20 a start answered after a logout leaves nothing in the next user's cache", async () => {
  const platform = createTestServer({ as: 'candidate', scenario: 'examReady' })
  platform.listen()
  localStorage.setItem('token', platform.tokens?.refresh_token ?? '')
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  onTestFinished(() => {
    client.clear()
    api.session.reset()
    apiHealth.reset()
    localStorage.clear()
    platform.close()
  })
  await api.session.start()
  await client.query(groupQuery(5))
  const { result } = renderHook(() => useStartAttempt(5, 2), { wrapper })
  let answer = () => {}
  const until = new Promise<void>(resolve => {
    answer = resolve
  })
  const { faults } = platform.db
  // The platform has accepted the call before the logout.
  faults.add('logout', { kind: 'abort' })
  faults.add('startAttempt', { kind: 'wait', until })
  act(() => result.current.send())
  await waitFor(() => expect(faults.has('startAttempt')).toBe(false))
  const logs = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
  for (const log of logs) log.mockImplementation(() => {})
  await act(() => api.session.logout())
  client.clear()
  answer()
  const started = () => platform.journal.entries().filter(({ operationId }) => operationId === 'startAttempt')
  await waitFor(() => expect(started()).toHaveLength(1))
  await act(() => new Promise<void>(resolve => setTimeout(resolve, 50)))
  expect(client.getQueryData(groupQuery(5).queryKey)).toBeUndefined()
  for (const log of logs) log.mockRestore()
})
