/** Middle, least and largest of some measurements, in their own unit. */
export interface Summary {
  median: number
  min: number
  max: number
  count: number
}

/** The value below which the given share (0 to 1) of the measurements lies, by the nearest rank. NaN without any. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** The middle one, or the mean of the middle two. NaN without any. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
  return (lower + upper) / 2
}

export function summarise(values: readonly number[]): Summary {
  return {
    median: median(values),
    min: quantile(values, 0),
    max: quantile(values, 1),
    count: values.length,
  }
}

/** By how much more than 50 ms the page could not answer, in milliseconds: the sum over all long tasks. */
export function blockingTime(taskMilliseconds: readonly number[]): number {
  return taskMilliseconds.reduce((sum, task) => sum + Math.max(0, task - 50), 0)
}
