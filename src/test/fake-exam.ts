import { QueryClient } from '@tanstack/react-query'
import { onTestFinished } from 'vitest'
import { type ContactEvent, isAnswer } from '../api/contact'
import type { ApiError } from '../api/errors'
import type { Attempt } from '../api/schema.gen'
import { clock } from '../lib/clock'
import { createServerClock } from '../lib/server-clock'
import { createStorage } from '../lib/storage'
import type { Group } from '../queries/answers'
import { attemptView, runningAttempt } from '../queries/exam-view'
import { watchExam } from '../queries/exam-watch'
import { groupOperation } from '../queries/exam-watch-answers'
import { createExamStore } from '../queries/exam-watch-store'
import { groupListQuery, groupQuery } from '../queries/groups'
import { holdClock } from './fake-clock'
import { settle } from './lab-time'

export const examGroupId = 5
const hour = 3_600_000

/** One exam of 4 hours on a server with a true clock of its own, counting who asks. */
const createExamServer = () => {
  const begin = Date.UTC(2026, 9, 5, 12)
  const since = clock.elapsed()
  /** What the elapsed counter of the device has missed, as in a sleep. */
  let slept = 0
  const now = () => begin + clock.elapsed() - since + slept
  const server = {
    now,
    endsAt: begin + 4 * hour,
    asked: 0,
    mostAtOnce: 0,
    /** What the next questions fail with. */
    failure: null as ApiError | null,
    /** In place of the status that the time gives. */
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

/** A tab of a browser whose person takes the exam; `kept` is what an earlier page has stored. */
const openExamTab = (server: ReturnType<typeof createExamServer>, kept?: string) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  const serverClock = createServerClock()
  const values = new Map(kept === undefined ? [] : [['flagship.exam', kept]])
  const storage = createStorage(() => ({
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
    removeItem: key => values.delete(key),
  }))
  const store = createExamStore(storage)
  let isVisible = true
  let underWay = 0
  let hear: (event: ContactEvent) => void = () => {}
  const note = (error: ApiError | null, operation = groupOperation) => {
    const at = serverClock.now()
    const isLost = error !== null && !isAnswer(error)
    hear({ sentAt: at, endedAt: at, operation, failure: isLost ? { kind: error.kind, status: 0 } : null })
  }
  const answer = async (): Promise<Group> => {
    server.asked += 1
    underWay += 1
    server.mostAtOnce = Math.max(server.mostAtOnce, underWay)
    const sentAt = serverClock.mark()
    await new Promise(resolve => setImmediate(resolve))
    underWay -= 1
    const { failure } = server
    note(failure)
    if (failure) throw failure
    serverClock.observe(new Date(server.now()).toUTCString(), sentAt)
    return server.group()
  }
  const { queryKey } = groupQuery(examGroupId)
  const asked: number[] = []
  const watch = watchExam({
    queryClient,
    store,
    clock,
    serverClock,
    isVisible: () => isVisible,
    ask: groupId => {
      asked.push(groupId)
      const key = groupQuery(groupId).queryKey
      return queryClient.query({ queryKey: key, queryFn: answer, staleTime: 0, retry: false })
    },
    followCalls: listener => {
      hear = listener
      return () => {
        hear = () => {}
      }
    },
  })
  onTestFinished(() => {
    watch.stop()
    queryClient.clear()
  })
  return {
    watch,
    store,
    queryClient,
    values,
    /** The groups the watcher has asked for. */
    asked,
    note,
    view: () => {
      const attempt = runningAttempt(queryClient.getQueryData(queryKey))
      return attempt && attemptView(attempt, serverClock.now())
    },
    show: (isShown: boolean) => {
      isVisible = isShown
      watch.onVisibility()
    },
    /** A page has read the group. */
    read: () => {
      serverClock.observe(new Date(server.now()).toUTCString(), serverClock.mark())
      queryClient.setQueryData(queryKey, server.group())
    },
    give: (group: unknown) => queryClient.setQueryData(queryKey, group as never),
    giveList: (groups: unknown) => queryClient.setQueryData(groupListQuery().queryKey, groups as never),
  }
}

/** An exam, a tab that watches it, and the time that passes for both. */
export const beginExam = async (kept?: string) => {
  const device = holdClock()
  const server = createExamServer()
  const tab = openExamTab(server, kept)
  if (kept === undefined) tab.read()
  await settle()
  /** Lets so many seconds pass, answers in between. */
  const pass = async (seconds: number, step = 500) => {
    for (let left = seconds * 1000; left > 0; left -= step) {
      device.advance(Math.min(step, left))
      await settle()
    }
  }
  /** How many questions come in so many seconds. */
  const asksIn = async (seconds: number, step?: number) => {
    const before = server.asked
    await pass(seconds, step)
    return server.asked - before
  }
  /** Sleeps so many seconds as most systems do: the wall clock goes on, the elapsed counter stands. */
  const sleep = (seconds: number) => {
    server.sleep(seconds * 1000)
    device.jump(seconds * 1000)
  }
  return { device, server, tab, pass, asksIn, sleep }
}
