/** Milliseconds before the next try: doubled with each failure in a row, at most `most`. */
export const backoff = (failures: number, first: number, most: number): number =>
  Math.min(most, first * 2 ** Math.min(failures, 20))
