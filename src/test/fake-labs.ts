import { QueryClient } from '@tanstack/react-query'
import { onTestFinished } from 'vitest'
import type { LabStatus } from '../../packages/contract/schema.gen'
import type { ApiError } from '../api/errors'
import { createLabPoller } from '../features/lab/lab-poller'
import { createLabTracker } from '../features/lab/lab-storage'
import { labStatusQuery } from '../features/lab/labs'
import { toLabView, withRequestTime } from '../features/lab/model'
import { clock } from '../lib/clock'
import { createServerClock } from '../lib/server-clock'
import { installFakeClock } from './fake-clock'
import { createMemoryStorage } from './memory-storage'
import { turns } from './turns'

export const labTask = { groupId: 1, taskId: 104 }

/** A server with one lab and its own clock; counts requests. */
const createLabServer = () => {
  const begin = Date.UTC(2026, 9, 5, 12)
  const since = clock.elapsed()
  const now = () => begin + clock.elapsed() - since
  let readyAt = 0
  let endsAt = 0
  const server = {
    now,
    requests: 0,
    maxConcurrent: 0,
    /** The error of the next requests. */
    failure: null as ApiError | null,
    start(startSeconds: number, lifeSeconds: number): void {
      readyAt = now() + startSeconds * 1000
      endsAt = readyAt + lifeSeconds * 1000
    },
    /** As starting a running lab does. */
    extend(lifeSeconds: number): void {
      endsAt = now() + lifeSeconds * 1000
    },
    stop(): void {
      endsAt = 0
    },
    left: (): number => Math.max(0, (endsAt - now()) / 1000),
    status(): LabStatus {
      const started_at = new Date(begin).toISOString()
      if (now() >= endsAt) return { status: 'off', endpoints: [] }
      if (now() < readyAt) return { status: 'starting', started_at, endpoints: [] }
      return { status: 'ready', started_at, expires_at: new Date(endsAt).toISOString(), endpoints: [] }
    },
  }
  return server
}

export type LabServer = ReturnType<typeof createLabServer>
export type LabTab = ReturnType<ReturnType<typeof createLabBrowser>['openTab']>

/** A browser whose tabs poll one lab. */
const createLabBrowser = (server: LabServer) => {
  const values = new Map<string, string>()
  const pollers = new Set<ReturnType<typeof createLabPoller>>()

  const openTab = () => {
    const queryClient = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
    const serverClock = createServerClock()
    const storage = createMemoryStorage(values)
    const tracker = createLabTracker(storage)
    let isVisible = true
    let inFlight = 0
    const answer = async (): Promise<LabStatus> => {
      server.requests += 1
      inFlight += 1
      server.maxConcurrent = Math.max(server.maxConcurrent, inFlight)
      const sentAt = serverClock.mark()
      await new Promise(resolve => setImmediate(resolve))
      inFlight -= 1
      if (server.failure) throw server.failure
      serverClock.observe(new Date(server.now()).toUTCString(), sentAt)
      return server.status()
    }
    const query = {
      ...labStatusQuery(labTask.groupId, labTask.taskId),
      queryFn: withRequestTime(answer),
      staleTime: 0,
      retry: false,
    }
    const troubles: number[] = []
    const poller = createLabPoller({
      queryClient,
      tracker,
      serverClock,
      isVisible: () => isVisible,
      request: () => queryClient.query(query),
      onUpdate: () => {},
      onFailure: failures => troubles.push(failures),
    })
    pollers.add(poller)
    let stored = values.get('flagship.lab')
    // The browser tells other tabs of a change.
    tracker.subscribe(() => {
      const isChanged = stored !== values.get('flagship.lab')
      stored = values.get('flagship.lab')
      if (isChanged) for (const other of pollers) if (other !== poller) setImmediate(other.onOtherTab)
    })
    onTestFinished(() => {
      poller.stop()
      queryClient.clear()
    })
    return {
      watch: poller,
      tracker,
      troubles,
      queryClient,
      storage,
      view: () => toLabView(queryClient.getQueryData(query.queryKey), { now: serverClock.now() }),
      /** As displayed by a countdown. */
      displayedSecondsLeft: () =>
        toLabView(queryClient.getQueryData(query.queryKey), {
          now: Math.floor(serverClock.now() / 1000) * 1000,
        }).left,
      show: (isShown: boolean) => {
        isVisible = isShown
        poller.onVisibility()
      },
      /** As after a start or stop. */
      setData: (status: LabStatus) => queryClient.setQueryData(query.queryKey, status),
    }
  }
  return { openTab, values }
}

/** Waits for answers. */
export const settle = () => turns(4)

export const setupLab = async () => {
  const clock = installFakeClock()
  const server = createLabServer()
  const browser = createLabBrowser(server)
  /** Passes time, with time for answers. */
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds * 2; passed += 1) {
      clock.advance(500)
      await settle()
    }
  }
  /** The number of requests while time passes. */
  const countRequests = async (seconds: number) => {
    const before = server.requests
    await pass(seconds)
    return server.requests - before
  }
  const openTab = async () => {
    const tab = browser.openTab()
    tab.tracker.track(labTask)
    await settle()
    return tab
  }
  return { clock, server, browser, pass, countRequests, openTab }
}
