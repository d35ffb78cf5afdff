import { QueryClient } from '@tanstack/react-query'
import { onTestFinished } from 'vitest'
import type { Attempt } from '../../packages/contract/schema.gen'
import { type CallOutcome, isApplicationResponse } from '../api/api-health'
import { getRunningAttempt, toAttemptView } from '../api/attempts'
import type { ApiError, CallName } from '../api/errors'
import { groupListQuery, groupQuery } from '../api/queries/groups'
import type { Group } from '../api/responses'
import { createExamPoller } from '../features/exam/exam-poller'
import { createExamStore } from '../features/exam/exam-state'
import { clock } from '../lib/clock'
import { createServerClock } from '../lib/server-clock'
import { installFakeClock } from './fake-clock'
import { settle } from './fake-labs'
import { createMemoryStorage } from './memory-storage'

export const examGroupId = 5
const hour = 3_600_000

/** A server with an exam of 4 hours and its own clock; counts requests. */
const createExamServer = () => {
  const begin = Date.UTC(2026, 9, 5, 12)
  const since = clock.elapsed()
  /** Time that the monotonic clock of the device has not counted, as in sleep mode. */
  let slept = 0
  const now = () => begin + clock.elapsed() - since + slept
  const server = {
    now,
    endsAt: begin + 4 * hour,
    /** By how many milliseconds the header `Date` is wrong, for each answer. */
    getDateError: () => 0,
    requestCount: 0,
    maxConcurrent: 0,
    /** The error of the next requests. */
    failure: null as ApiError | null,
    /** Overrides the status. */
    status: null as Attempt['status'] | null,
    sleep(milliseconds: number): void {
      slept += milliseconds
    },
    group(): Group {
      const status = server.status ?? (now() < server.endsAt ? 'exam_started' : 'time_left')
      const moments = {
        created_at: new Date(begin).toISOString(),
        started_at: new Date(begin).toISOString(),
        ends_at: new Date(server.endsAt).toISOString(),
      }
      const attempt = { id: 2, status, hours: 4, ...moments }
      return { id: examGroupId, name: 'Экзамен', is_exam: true, categories: [], attempts: [attempt] } as never
    },
  }
  return server
}

/** A browser tab during the exam. @param stored the storage value of an earlier page */
const openExamTab = (server: ReturnType<typeof createExamServer>, stored?: string) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  const serverClock = createServerClock()
  const values = new Map(stored === undefined ? [] : [['flagship.exam', stored]])
  const storage = createMemoryStorage(values)
  const store = createExamStore(storage)
  let isVisible = true
  let inFlight = 0
  let notify: (event: CallOutcome) => void = () => {}
  const note = (error: ApiError | null, operation: CallName = 'getGroup') => {
    const at = serverClock.now()
    const isLost = error !== null && !isApplicationResponse(error)
    notify({ sentAt: at, endedAt: at, operation, failure: isLost ? { kind: error.kind, status: 0 } : null })
  }
  const getDate = () => new Date(server.now() + server.getDateError()).toUTCString()
  const answer = async (): Promise<Group> => {
    server.requestCount += 1
    inFlight += 1
    server.maxConcurrent = Math.max(server.maxConcurrent, inFlight)
    const sentAt = serverClock.mark()
    await new Promise(resolve => setImmediate(resolve))
    inFlight -= 1
    const { failure } = server
    note(failure)
    if (failure) throw failure
    serverClock.observe(getDate(), sentAt)
    return server.group()
  }
  const { queryKey } = groupQuery(examGroupId)
  const asked: number[] = []
  const poller = createExamPoller({
    queryClient,
    store,
    serverClock,
    isVisible: () => isVisible,
    request: groupId => {
      asked.push(groupId)
      const key = groupQuery(groupId).queryKey
      return queryClient.query({ queryKey: key, queryFn: answer, staleTime: 0, retry: false })
    },
    subscribeToCalls: listener => {
      notify = listener
      return () => {
        notify = () => {}
      }
    },
  })
  const view = () => {
    const attempt = getRunningAttempt(queryClient.getQueryData(queryKey))
    return attempt && toAttemptView(attempt, serverClock.now())
  }
  onTestFinished(() => {
    poller.stop()
    queryClient.clear()
  })
  return {
    watch: poller,
    store,
    queryClient,
    values,
    /** Ids of the requested groups. */
    asked,
    note,
    view,
    isDoubtful: serverClock.isDoubtful,
    /** By how many milliseconds the shown time left is wrong. */
    getError: () => Math.abs((view()?.left ?? 0) * 1000 - (server.endsAt - server.now())),
    show: (isShown: boolean) => {
      isVisible = isShown
      poller.onVisibility()
    },
    /** As when a page has loaded the group. */
    read: () => {
      serverClock.observe(getDate(), serverClock.mark())
      queryClient.setQueryData(queryKey, server.group())
    },
    setGroup: (group: unknown) => queryClient.setQueryData(queryKey, group as never),
    setGroupList: (groups: unknown) => queryClient.setQueryData(groupListQuery().queryKey, groups as never),
  }
}

export const setupExam = async (stored?: string) => {
  const device = installFakeClock()
  const server = createExamServer()
  const tab = openExamTab(server, stored)
  if (stored === undefined) tab.read()
  await settle()
  /** Passes time, with time for answers. */
  const pass = async (seconds: number, step = 500) => {
    for (let left = seconds * 1000; left > 0; left -= step) {
      device.advance(Math.min(step, left))
      await settle()
    }
  }
  /** The number of requests while time passes. */
  const countRequests = async (seconds: number, step?: number) => {
    const before = server.requestCount
    await pass(seconds, step)
    return server.requestCount - before
  }
  /** Sleep mode: the wall clock advances, the monotonic clock does not. */
  const sleep = (seconds: number) => {
    server.sleep(seconds * 1000)
    device.adjust(seconds * 1000)
  }
  return { device, server, tab, pass, countRequests, sleep }
}
