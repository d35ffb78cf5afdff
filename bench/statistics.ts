/** Median, minimum and maximum, in the unit of the values. */
export interface Summary {
  median: number
  min: number
  max: number
  count: number
}

/** The quantile (0 to 1) by the nearest rank. NaN for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** The median. NaN for no values. */
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

/** Total blocking time: the sum of what exceeds 50 ms, in milliseconds. */
export function blockingTime(taskMilliseconds: readonly number[]): number {
  return taskMilliseconds.reduce((sum, task) => sum + Math.max(0, task - 50), 0)
}
