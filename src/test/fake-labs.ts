import { QueryClient } from '@tanstack/react-query'
import { onTestFinished } from 'vitest'
import type { Channel } from '../api/deps'
import type { ApiError } from '../api/errors'
import type { LabStatus } from '../api/schema.gen'
import type { Locks } from '../api/with-lock'
import { clock } from '../lib/clock'
import { createServerClock } from '../lib/server-clock'
import { createStorage } from '../lib/storage'
import { askedNow } from '../queries/lab-later'
import { createLabTracker } from '../queries/lab-tracker'
import { labView } from '../queries/lab-view'
import { watchLab } from '../queries/lab-watch'
import { labStatusQuery } from '../queries/labs'
import { createLocks } from './fake-browser'

export const place = { groupId: 1, taskId: 104 }

/** One lab on a server with a true clock of its own, counting who asks. */
export const createLabServer = () => {
  const begin = Date.UTC(2026, 9, 5, 12)
  const since = clock.elapsed()
  const now = () => begin + clock.elapsed() - since
  let readyAt = 0
  let endsAt = 0
  const server = {
    now,
    /** How many questions came, and how many were under way at once at most. */
    asked: 0,
    mostAtOnce: 0,
    /** What the next questions fail with. */
    failure: null as ApiError | null,
    start(startSeconds: number, lifeSeconds: number): void {
      readyAt = now() + startSeconds * 1000
      endsAt = readyAt + lifeSeconds * 1000
    },
    /** Moves the end, as a start of a ready lab does. */
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

type LabServer = ReturnType<typeof createLabServer>

/** A browser whose tabs watch one lab; `locks: null` is one without Web Locks. */
export const createLabBrowser = (server: LabServer, locks: Locks | null = createLocks()) => {
  const channels = new Set<Channel>()
  const values = new Map<string, string>()
  const openChannel = (): Channel => {
    const channel: Channel = {
      onmessage: null,
      postMessage: message => {
        const data = structuredClone(message)
        for (const other of channels)
          if (other !== channel) setImmediate(() => other.onmessage?.(new MessageEvent('message', { data })))
      },
      close: () => channels.delete(channel),
    }
    channels.add(channel)
    return channel
  }

  const openTab = (userId = 1) => {
    const queryClient = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
    const serverClock = createServerClock()
    const storage = createStorage(() => ({
      getItem: key => values.get(key) ?? null,
      setItem: (key, value) => values.set(key, value),
      removeItem: key => values.delete(key),
    }))
    const tracker = createLabTracker(storage)
    let isVisible = true
    let underWay = 0
    const answer = async (): Promise<LabStatus> => {
      server.asked += 1
      underWay += 1
      server.mostAtOnce = Math.max(server.mostAtOnce, underWay)
      const sentAt = serverClock.mark()
      await new Promise(resolve => setImmediate(resolve))
      underWay -= 1
      if (server.failure) throw server.failure
      serverClock.observe(new Date(server.now()).toUTCString(), sentAt)
      return server.status()
    }
    const query = {
      ...labStatusQuery(place.groupId, place.taskId),
      queryFn: askedNow(answer),
      staleTime: 0,
      retry: false,
    }
    const troubles: number[] = []
    const watch = watchLab({
      queryClient,
      tracker,
      userId,
      clock,
      serverClock,
      locks: () => locks,
      openChannel,
      isVisible: () => isVisible,
      ask: () => queryClient.query(query),
      onAnswer: () => {},
      onTrouble: failures => troubles.push(failures),
    })
    onTestFinished(() => {
      watch.stop()
      queryClient.clear()
    })
    return {
      watch,
      tracker,
      troubles,
      queryClient,
      storage,
      view: () => labView(queryClient.getQueryData(query.queryKey), { now: serverClock.now() }),
      /** What a countdown shows now. */
      shownLeft: () =>
        labView(queryClient.getQueryData(query.queryKey), {
          now: Math.floor(serverClock.now() / 1000) * 1000,
        }).left,
      show: (isShown: boolean) => {
        isVisible = isShown
        watch.onVisibility()
      },
      /** Answers put there by hand, as after a start or stop. */
      give: (status: LabStatus) => queryClient.setQueryData(query.queryKey, status),
    }
  }
  return {
    openTab,
    values,
    /** Says something to every tab, as a script of the origin could. */
    broadcast: (data: unknown) => {
      for (const { onmessage } of channels) onmessage?.(new MessageEvent('message', { data }))
    },
  }
}
