const RUNS = 5
/** Shorter times say nothing. */
const SHORTEST_MS = 0.1

const measure = (run: () => unknown): number => {
  const begin = performance.now()
  run()
  return performance.now() - begin
}

/**
 * How many times as long a hostile text takes as a plain one of the same length. The best of several runs each, so that a
 * busy machine changes little; backtracking makes it thousands.
 */
export const getSlowdown = (run: (text: string) => unknown, hostile: string): number => {
  const plain = 'a'.repeat(hostile.length)
  const best = (text: string) => Math.min(...Array.from({ length: RUNS }, () => measure(() => run(text))))
  return best(hostile) / Math.max(best(plain), SHORTEST_MS)
}
