/** U: a test of vitest; P: one over random values; B: a journey in a browser; S: a check of the source or the build. */
export type Tier = 'U' | 'P' | 'B' | 'S'

/** One case of the catalogue. */
export interface ReliabilityCase {
  /** `A01`: the group's letter and a number. */
  id: string
  group: string
  /** What the group is about. */
  about: string
  tiers: Tier[]
  /** What must hold, in short. */
  holds: string
}

/** The cases of a group: each line is a number, the tiers and the words. Throws for a line that is none. */
export const casesOf = (group: string, about: string, lines: string): ReliabilityCase[] =>
  lines
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(line => {
      const [, number, tiers, holds] = /^(\d\d) ([UPBS]+) +(\S.*)$/.exec(line) ?? []
      if (!number || !tiers || !holds) throw new Error(`“${line}” is no case of the catalogue.`)
      return { id: `${group}${number}`, group, about, tiers: [...tiers] as Tier[], holds }
    })
