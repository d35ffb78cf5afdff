import { isInvisible } from '../../lib/flag-characters'

/** The contract's limits of one submission. */
const flagLimits = { count: 50, length: 500 }

export type FlagProblem = 'empty' | 'tooMany' | 'tooLong'

const isBlank = (line: string): boolean =>
  Array.from(line).every(one => one.trim() === '' || isInvisible(one))

/** One flag a line; lines without anything to see are nothing, everything else is sent as it was typed. */
export const flagLines = (text: string): string[] => text.split(/\r?\n/).filter(line => !isBlank(line))

/** Why these flags cannot be sent, or null. */
export const flagProblem = (flags: readonly string[]): FlagProblem | null => {
  if (flags.length === 0) return 'empty'
  if (flags.length > flagLimits.count) return 'tooMany'
  return flags.some(flag => flag.length > flagLimits.length) ? 'tooLong' : null
}
