/**
 * The static content of the simulated platform: what a course author would have written.
 * People's progress is not content: the database computes it from a seed (`mocks/platform/`).
 * Every moment is relative to the start of the database, so the data never grows old.
 */

/** Seconds from the start of the database; negative is the past. */
export type SecondsFromStart = number

export type Language = 'ru' | 'en'

/**
 * One secret of a task. Its text is `prefix{stem_xxxxxxxx}` where the eight hexadecimal digits are a keyed
 * hash of the database's secret, the person, the group and this id: each person has a different flag.
 */
export interface FlagSeed {
  /** Unique over the whole database: task id * 10 + 1, 2, 3 … */
  id: number
  /** Shown above the field when a task has several flags. */
  title?: string
  /** The word before the brace, `flag` in most courses. */
  prefix: string
  /** Lower-case letters, digits and underscores: what the flag says. */
  stem: string
  /** It stands in the file system of the task's lab alone, and every start of the lab has another one. */
  isInLab?: true
  /** It stands in an attachment of the task (`mocks/task-files.ts`), so it is the same for everyone. */
  isInFile?: true
}

export interface HintSeed {
  /** Unique over the whole database: task id * 10 + 1, 2, 3 … */
  id: number
  /** Markdown. */
  text: string
  /** Points taken from the task's own points, 0 for a free hint. */
  cost: number
}

interface WriteUpSeed {
  /** Markdown. */
  content: string
  rule: 'always' | 'after_solve'
}

interface AttachmentSeed {
  /** A file name with its extension; the address is made by the db. */
  name: string
  /** Bytes. */
  size: number
}

export interface LabEndpointSeed {
  label: string
  protocol: 'http' | 'https' | 'tcp' | 'ssh'
  port: number
}

export interface LabSeed {
  /** What the platform promises for a start, in seconds. */
  expectedSeconds: number
  /** What it really takes, in seconds; above `expectedSeconds` shows "slower than usual". Same when absent. */
  actualSeconds?: number
  /** The first start of each person breaks off; the second is well. */
  failsFirst?: true
  /** Seconds from ready to the automatic shutdown. */
  lifetimeSeconds: number
  /** How long before the shutdown the lab can be kept working, in seconds. */
  extendWindowSeconds: number
  endpoints: readonly LabEndpointSeed[]
  hasTerminal: boolean
}

export interface TaskSeed {
  /** Unique over the whole database: group id * 100 + 1, 2, 3 … */
  id: number
  title: string
  difficulty: 'easy' | 'medium' | 'hard'
  points: number
  /** Important tasks must be solved to finish the course. */
  important: boolean
  status: 'active' | 'disabled' | 'hidden'
  /** Why a disabled task takes no flags; plain text. */
  disabledReason?: string
  /** Markdown: headings, lists, code blocks with a language, tables, links. */
  description: string
  flags: readonly [FlagSeed, ...FlagSeed[]]
  hints: readonly HintSeed[]
  attachments: readonly AttachmentSeed[]
  writeup?: WriteUpSeed
  lab?: LabSeed
  /** Ids of competencies that a solution counts for. */
  competencies: readonly number[]
  /** The id by which the learning-management system knows the task. */
  gitlabId?: number
  /** Only tasks whose environment writes a log that the student may read. */
  hasLogViewer?: boolean
}

export interface CategorySeed {
  /** Unique over the whole database: group id * 10 + 1, 2, 3 … */
  id: number
  name: string
  tasks: readonly TaskSeed[]
}

export interface ExamSeed {
  hours: number
  /** Minor units (kopecks, cents); absent for an exam by admission only. */
  price?: number
  /** ISO 4217. */
  currency?: string
  reportRequired: boolean
  /** Hours after the end of the attempt until the report is due. */
  reportHours: number
}

export interface GroupSeed {
  id: number
  name: string
  /** Plain text. */
  description: string
  language: Language
  /** Absent: "group has no mnemonic code" for the calls of the learning-management system. */
  mnemonicCode?: string
  inviteCode: string
  hideLeaderboard: boolean
  /** Of people with equal points the one whose last solve was earlier ranks higher, instead of sharing the rank. */
  breaksTiesByTime?: true
  startsIn?: SecondsFromStart
  endsIn?: SecondsFromStart
  /** How many seeded people stand on the leaderboard besides the personas. */
  participants: number
  /** Present exactly for exam groups. */
  exam?: ExamSeed
  categories: readonly CategorySeed[]
}

export interface CompetencySeed {
  id: number
  name: Record<Language, string>
}

/** First and last names that agree in gender; any first goes with any last of the same set. */
export interface NameSet {
  first: readonly string[]
  last: readonly string[]
}

export interface NamePool {
  language: Language
  sets: readonly NameSet[]
  /** Words for usernames: letters, digits, underscores and hyphens only (specification, section 5). */
  handles: readonly string[]
}
