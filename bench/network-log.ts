import type { CDPSession, Page } from '@playwright/test'

export type Kind = 'html' | 'js' | 'css' | 'font' | 'image' | 'data'

/** One file or answer that went over the network. */
export interface Sent {
  url: string
  kind: Kind
  /** When it was asked for and when all of it was there, in milliseconds of the browser's own clock; NaN until then. */
  askedAt: number
  arrivedAt: number
  /** Bytes of the compressed body, without headers. */
  bytes: number
}

const kinds: readonly (readonly [RegExp, Kind])[] = [
  [/^\/(?:api|files)\//, 'data'],
  [/\.js$/, 'js'],
  [/\.css$/, 'css'],
  [/\.woff2?$/, 'font'],
  [/\.(?:svg|png|ico|webp|jpe?g)$/, 'image'],
  [/\.(?:json|webmanifest)$/, 'data'],
]

/** By its address alone: what is fetched ahead has no other type yet. */
export const kindOf = (url: string): Kind => {
  const { pathname } = new URL(url)
  return kinds.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'html'
}

/** Everything that a page has had sent since the log began; what its cache had is not in it. */
export interface NetworkLog {
  sent(): readonly Sent[]
  /** Asks the page's documents how many bytes each took: while the network is slowed down, the log is told none. */
  weigh(page: Page): Promise<void>
  /** Milliseconds for which nothing has been asked for and nothing has come; 0 while something is under way. */
  quietFor(): number
}

/** Runs in a document: bytes of each body that it has fetched, as it was sent. */
const readSizes = (): [string, number][] =>
  performance
    .getEntries()
    .filter(entry => entry instanceof PerformanceResourceTiming)
    .map(({ name, encodedBodySize }) => [name, encodedBodySize])

/** Begins to write down what the network brings to a page. */
export async function logNetwork(debugging: CDPSession): Promise<NetworkLog> {
  const all = new Map<string, Sent>()
  const open = new Set<string>()
  let lastAt = Date.now()
  debugging.on('Network.requestWillBeSent', ({ requestId, request: { url }, timestamp }) => {
    if (!url.startsWith('http')) return
    lastAt = Date.now()
    open.add(requestId)
    const none = { arrivedAt: Number.NaN, bytes: 0 }
    all.set(requestId, { url, kind: kindOf(url), askedAt: timestamp * 1000, ...none })
  })
  debugging.on('Network.requestServedFromCache', ({ requestId }) => {
    all.delete(requestId)
    open.delete(requestId)
  })
  const end = (requestId: string, timestamp: number) => {
    open.delete(requestId)
    lastAt = Date.now()
    const one = all.get(requestId)
    if (one) one.arrivedAt = timestamp * 1000
  }
  debugging.on('Network.loadingFinished', ({ requestId, timestamp }) => end(requestId, timestamp))
  debugging.on('Network.loadingFailed', ({ requestId, timestamp }) => end(requestId, timestamp))
  await debugging.send('Network.enable')
  return {
    sent: () => [...all.values()],
    weigh: async page => {
      for (const frame of page.frames()) {
        const sizes = new Map(await frame.evaluate(readSizes).catch(() => []))
        for (const one of all.values()) one.bytes = sizes.get(one.url) ?? one.bytes
      }
    },
    quietFor: () => (open.size > 0 ? 0 : Date.now() - lastAt),
  }
}
