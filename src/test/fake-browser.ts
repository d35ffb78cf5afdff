import { createApi } from '../api/api'
import type { ApiDeps, Channel } from '../api/deps'
import type { Locks } from '../api/with-lock'
import { createServerClock } from '../lib/server-clock'
import { createStorage, type StorageArea } from '../lib/storage'
import { createRotatingBackend } from './rotating-backend'

/** Web Locks in memory. */
export const createLocks = (): Locks => {
  const held = new Map<string, Promise<unknown>>()
  return {
    async request(name, { ifAvailable, signal }, run) {
      signal?.throwIfAborted()
      if (ifAvailable && held.has(name)) return run(null)
      const before = held.get(name)
      let release = () => {}
      const mine = new Promise<void>(resolve => {
        release = resolve
      })
      const tail = (before ?? Promise.resolve()).then(() => mine)
      held.set(name, tail)
      const free = () => {
        release()
        if (held.get(name) === tail) held.delete(name)
      }
      try {
        await new Promise<void>((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
          void (before ?? Promise.resolve()).then(() => resolve())
        })
        signal?.throwIfAborted()
        return await run({ name })
      } finally {
        free()
      }
    },
  }
}

type Tab = { events: EventTarget; channel: Channel | null }

/** A browser with one origin, whose tabs share storage, locks and a channel. */
export const createBrowser = (fetch: ApiDeps['fetch']) => {
  const values = new Map<string, string>()
  const tabs = new Set<Tab>()
  const locks = createLocks()
  let cookies = ''

  const notifyOtherTabs = (from: Tab, key: string | null) => {
    for (const tab of tabs) {
      if (tab !== from)
        queueMicrotask(() => tab.events.dispatchEvent(Object.assign(new Event('storage'), { key })))
    }
  }

  const createArea = (tab: Tab): StorageArea => ({
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => {
      values.set(key, value)
      notifyOtherTabs(tab, key)
    },
    removeItem: key => {
      if (values.delete(key)) notifyOtherTabs(tab, key)
    },
  })

  const openChannel = (tab: Tab): Channel => {
    const channel: Channel = {
      onmessage: null,
      postMessage: message => {
        const data = structuredClone(message)
        for (const other of tabs) {
          if (other !== tab)
            setImmediate(() => other.channel?.onmessage?.(new MessageEvent('message', { data })))
        }
      },
      close: () => {
        tab.channel = null
      },
    }
    tab.channel = channel
    return channel
  }

  return {
    /** Local storage. */
    values,
    /** The cookie that scripts can read. */
    cookies: {
      read: () => cookies,
      write: (text: string) => {
        cookies = /Max-Age=0/.test(text) ? '' : text
      },
    },
    /** Posts a message to every tab. */
    broadcast(data: unknown): void {
      for (const { channel } of tabs) channel?.onmessage?.(new MessageEvent('message', { data }))
    },
    openTab(overrides: Partial<ApiDeps> = {}) {
      const tab: Tab = { events: new EventTarget(), channel: null }
      tabs.add(tab)
      const storage = createStorage(() => createArea(tab))
      const counters = { reloads: 0 }
      const logged: unknown[] = []
      const made = createApi({
        baseUrl: 'https://flagship.test/api',
        fetch,
        storage,
        locks: () => locks,
        openChannel: () => openChannel(tab),
        events: () => tab.events,
        serverClock: createServerClock(),
        reload: () => {
          counters.reloads += 1
        },
        log: (_, error) => logged.push(error),
        ...overrides,
      })
      return { ...made, storage, events: tab.events, counters, logged }
    },
  }
}

export type BrowserTab = ReturnType<ReturnType<typeof createBrowser>['openTab']>

/** Opens a tab with an expired access token and an empty journal. */
export const openExpiredTab = async (overrides: Partial<ApiDeps> = {}) => {
  const backend = createRotatingBackend()
  const browser = createBrowser(backend.fetch)
  browser.values.set('token', backend.signIn())
  const tab = browser.openTab(overrides)
  await tab.session.start()
  const expire = () => {
    backend.expireAccess()
    backend.journal.length = 0
    backend.counters.refreshes = 0
  }
  expire()
  return { ...tab, backend, browser, expire }
}
