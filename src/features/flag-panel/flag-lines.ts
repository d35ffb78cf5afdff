/** The contract's limits of one submission. */
const flagLimits = { count: 50, length: 500 }

export type FlagProblem = 'empty' | 'tooMany' | 'tooLong'

/** One flag a line; empty lines are nothing, everything else is sent as it was typed. */
export const flagLines = (text: string): string[] => text.split(/\r?\n/).filter(line => line.trim() !== '')

/** Why these flags cannot be sent, or null. */
export const flagProblem = (flags: readonly string[]): FlagProblem | null => {
  if (flags.length === 0) return 'empty'
  if (flags.length > flagLimits.count) return 'tooMany'
  return flags.some(flag => flag.length > flagLimits.length) ? 'tooLong' : null
}
