/** How many times slower than this computer the processor is made. */
export const slowdown = 4

/** A network as Chromium simulates it for each request: milliseconds, and bytes a second; -1 for no limit. */
export interface Network {
  latency: number
  download: number
  upload: number
}

const kilobit = 1024 / 8

/** Slow 4G as Lighthouse has it for requests. */
export const slow4G: Network = { latency: 562.5, download: 1474.56 * kilobit, upload: 675 * kilobit }

/** Nothing but a way so long that the round trips of a page can be counted by the clock. */
export const longWay: Network = { latency: 3000, download: -1, upload: -1 }
