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

/** Total blocking time: the sum of what exceeds 50 ms, in milliseconds. */
export const blockingTime = (tasks: readonly number[]): number =>
  tasks.reduce((sum, task) => sum + Math.max(0, task - 50), 0)
