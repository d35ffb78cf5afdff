/**
 * The static content of the simulated platform, written in `mocks/content/`. Users' progress is not part of it.
 * Times are relative to the start of the database, so that groups stay running or ended.
 */

/** Seconds from the start of the database; negative is in the past. */
type SecondsFromStart = number

export type Language = 'ru' | 'en'

/**
 * One flag of a task: `prefix{stem_xxxxxxxx}`, where the eight hexadecimal digits are a keyed hash of the database's
 * secret, the user, the group and this id. Each user has a different flag.
 */
export interface FlagSeed {
  /** Unique over the whole database: task id * 10 + 1, 2, 3 … */
  id: number
  /** Shown above the field when a task has several flags. */
  title?: string
  /** `flag` in most courses. */
  prefix: string
  /** Lower-case letters, digits and underscores. */
  stem: string
  /** It is only in the file system of the task's lab, and every start of the lab has a new one. */
  isInLab?: true
  /** It is in an attachment (`mocks/content/files`), so it is the same for all users. */
  isInFile?: true
}

export interface HintSeed {
  /** Unique over the whole database: task id * 10 + 1, 2, 3 … */
  id: number
  /** Markdown. */
  text: string
  /** Points subtracted from those of the task, 0 for a free hint. */
  cost: number
}

interface WriteUpSeed {
  /** Markdown. */
  content: string
  rule: 'always' | 'after_solve'
}

interface AttachmentSeed {
  /** File name with extension. */
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
  /** How long the platform says a start takes. */
  expectedSeconds: number
  /** How long it takes, default `expectedSeconds`; a higher value shows "slower than usual". */
  actualSeconds?: number
  /** The first start of each user fails, the second succeeds. */
  failsFirst?: true
  /** From ready to the automatic shutdown. */
  lifetimeSeconds: number
  /** How long before the shutdown the lab can be extended. */
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
  /** Why a disabled task accepts no flags; plain text. */
  disabledReason?: string
  /** Markdown: headings, lists, code blocks with a language, tables, links. */
  description: string
  flags: readonly [FlagSeed, ...FlagSeed[]]
  hints: readonly HintSeed[]
  attachments: readonly AttachmentSeed[]
  writeup?: WriteUpSeed
  lab?: LabSeed
  /** Ids of the competencies that a solve counts for. */
  competencies: readonly number[]
  /** Id of the task in the learning-management system. */
  gitlabId?: number
  /** The lab writes a log that the user may read. */
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
  /** The highest score of an attempt, and the lowest that passes. */
  scoreTotal?: number
  scorePass?: number
}

export interface AnnouncementSeed {
  id: number
  title: string
  /** Markdown. */
  text: string
  publishedIn: SecondsFromStart
}

export interface GroupSeed {
  id: number
  name: string
  /** Plain text. */
  description: string
  language: Language
  /** When absent, operations of the learning-management system fail with "group has no mnemonic code". */
  mnemonicCode?: string
  inviteCode: string
  hideLeaderboard: boolean
  /** Of users with equal points the one with the earlier last solve ranks higher, instead of sharing the rank. */
  breaksTiesByTime?: true
  startsIn?: SecondsFromStart
  endsIn?: SecondsFromStart
  /** How many seeded participants are on the leaderboard besides the personas. */
  participants: number
  /** Present exactly for exam groups. */
  exam?: ExamSeed
  announcements?: readonly AnnouncementSeed[]
  categories: readonly CategorySeed[]
}

export interface CompetencySeed {
  id: number
  name: Record<Language, string>
}

/** First and last names that agree in gender; any first goes with any last of the same set. */
interface NameSet {
  first: readonly string[]
  last: readonly string[]
}

export interface NamePool {
  language: Language
  sets: readonly NameSet[]
  /** Parts of usernames: only the letters, digits, underscores and hyphens that the contract allows. */
  handles: readonly string[]
}
