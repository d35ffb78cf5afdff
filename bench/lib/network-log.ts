import type { CDPSession, Page } from '@playwright/test'

export type Kind = 'html' | 'js' | 'css' | 'font' | 'image' | 'data'

/** One network response. */
export interface Sent {
  url: string
  kind: Kind
  /** Start and end of the response, in milliseconds of the browser's clock; NaN until then. */
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

/** By URL, because prefetches have no resource type. */
export const getKind = (url: string): Kind => {
  const { pathname } = new URL(url)
  return kinds.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'html'
}

/** All responses from the network since the log began, without cached ones. */
export interface NetworkLog {
  sent(): readonly Sent[]
  /** Reads the transferred bytes from Resource Timing: with network throttling the log has none. */
  weigh(page: Page): Promise<void>
  /** Milliseconds without network activity; 0 while a request is pending. */
  quietFor(): number
}

/** Runs in a document: encoded body size of each resource. */
const readSizes = (): [string, number][] =>
  performance
    .getEntries()
    .filter(entry => entry instanceof PerformanceResourceTiming)
    .map(({ name, encodedBodySize }) => [name, encodedBodySize])

/** Starts to log the network responses of a page. */
export async function logNetwork(debugging: CDPSession): Promise<NetworkLog> {
  const all = new Map<string, Sent>()
  const open = new Set<string>()
  let lastAt = Date.now()
  debugging.on('Network.requestWillBeSent', ({ requestId, request: { url }, timestamp }) => {
    if (!url.startsWith('http')) return
    lastAt = Date.now()
    open.add(requestId)
    const none = { arrivedAt: Number.NaN, bytes: 0 }
    all.set(requestId, { url, kind: getKind(url), askedAt: timestamp * 1000, ...none })
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
