import { createContext, Script } from 'node:vm'
import { limitPatterns } from '../contract/pattern'

/** Of one test, and of all tests that took longer than that. A busy computer may stop a short test too, but not twice. */
const MAX_TEST_MS = 200
const MAX_TRIES = 2
const MAX_SLOW_MS = 4000

/**
 * Limits the time that patterns of documents may take; only `vm` can stop a regular expression. A pattern that took too
 * long is not tested again: every text fits it. Returns these patterns, which grow as they are found.
 */
export function limitSlowPatterns(): ReadonlySet<string> {
  const slow = new Set<string>()
  const world = createContext(Object.assign(Object.create(null), { pattern: '', text: '', flags: '' }))
  const script = new Script('new RegExp(pattern, flags).test(text)')
  let slowMs = 0
  limitPatterns(plainly => (pattern, text, flags) => {
    if (isLinear(pattern)) return plainly(pattern, text, flags)
    if (slow.has(pattern)) return true
    if (slowMs > MAX_SLOW_MS) {
      slow.add(pattern)
      return true
    }
    Object.assign(world, { pattern, text, flags })
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const startedAt = performance.now()
      try {
        return script.runInContext(world, { timeout: MAX_TEST_MS })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
        slowMs += performance.now() - startedAt
      }
    }
    slow.add(pattern)
    return true
  })
  return slow
}

/** Without groups, and with one repetition that can begin at one place only, there is nothing to try again. */
function isLinear(pattern: string): boolean {
  const repetitions = pattern.match(/[*+?{]/g)?.length ?? 0
  return !/[(|]/.test(pattern) && (repetitions === 0 || (repetitions === 1 && pattern.startsWith('^')))
}
