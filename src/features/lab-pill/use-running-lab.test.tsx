import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { labTracker } from '../../queries/lab-tracker'
import { labCan } from '../../queries/lab-view'
import { labStatusQuery } from '../../queries/labs'
import { taskQuery } from '../../queries/tasks'
import { useRunningLab } from './use-running-lab'

test.each([
  ['open', true],
  ['disabled', false],
])('the lab of a task that is %s can be extended from any page: %s', (status, canExtend) => {
  const client = new QueryClient()
  client.setQueryData(labStatusQuery(1, 104).queryKey, { status: 'ready', endpoints: [] })
  client.setQueryData(taskQuery(1, 104).queryKey, { id: 104, title: 'A', status } as never)
  labTracker.track({ groupId: 1, taskId: 104 })
  const { result } = renderHook(() => useRunningLab(), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  expect(result.current?.title).toBe('A')
  expect(result.current && labCan.extend(result.current.view)).toBe(canExtend)
  labTracker.reset()
})
