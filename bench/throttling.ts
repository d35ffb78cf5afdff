/** CPU throttling factor. */
export const CPU_SLOWDOWN = 4

/** Network conditions: milliseconds, and bytes per second; -1 for no limit. */
export interface Network {
  latency: number
  download: number
  upload: number
}

const kilobit = 1024 / 8

/** Slow 4G as in Lighthouse, at the request level. */
export const slow4G: Network = { latency: 562.5, download: 1474.56 * kilobit, upload: 675 * kilobit }

/** A latency so high that round trips can be counted by the clock. */
export const longLatency: Network = { latency: 3000, download: -1, upload: -1 }
