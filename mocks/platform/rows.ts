import type { Chaos, LatencyProfile, NetworkState, StandingFault } from '../control/mock-controls'
import type { RecordedScenario } from '../recordings/recorded-scenario'
import type { ClockState } from './clock'
import type { Language } from './data/types'

/** Rows of the simulated platform. Times are virtual milliseconds since the epoch. */

export interface UserRow {
  id: number
  username: string
  email: string
  email_verified: boolean
  /** Null for people who came through the learning-management system only. */
  password_hash: string | null
  first_name?: string
  last_name?: string
  language: Language
  created_at: number
}

export interface MembershipRow {
  group_id: number
  user_id: number
  is_admin: boolean
  joined_at: number
}

/** A signed-in device: a family of refresh tokens of which only the newest is good. */
export interface SessionRow {
  id: number
  user_id: number
  rotation: number
  rotated_at?: number
  revoked: boolean
  expires_at: number
}

interface SolveRow {
  user_id: number
  group_id: number
  task_id: number
  flag_id: number
  at: number
}

interface HintRow {
  user_id: number
  group_id: number
  task_id: number
  hint_id: number
  cost: number
  at: number
}

/** The last start of a person's lab. It stays after the lab has ended, so that its flags stay known. */
export interface LabRow {
  user_id: number
  group_id: number
  task_id: number
  started_at: number
  ready_at: number
  expires_at: number
  /** When the start breaks off; the lab is off from then on. */
  fails_at?: number
  /** Why the start breaks off, as the platform prints it. */
  error?: string
  /** When the person stopped it. */
  stopped_at?: number
}

/** One person's terminal in one start of a lab: all that a reconnection needs to go on where it stopped. */
export interface TerminalRow {
  id: string
  user_id: number
  task_id: number
  /** The start of the lab that the terminal belongs to; a later start has a terminal of its own. */
  lab_started_at: number
  /** The absolute path of the working directory. */
  cwd: string
  /** Where `cd -` goes. */
  previous_cwd: string
  /** What is being typed, and how many characters of it stand before the cursor. */
  line: string
  cursor: number
  /** The beginning of an escape sequence whose end has not come yet. */
  pending: string
  /** Lines that were run, oldest first. */
  history: readonly string[]
  /** How many steps back in the history the shown line is; 0 is the line of one's own. */
  steps_back: number
  /** The line of one's own while an older one is shown. */
  draft: string
  /** Exit status of the last command, the shell's `$?`. */
  exit_status: number
  columns: number
  rows: number
  /** Somebody has been connected already. */
  is_greeted?: true
}

/** One payment for an attempt. */
export interface OrderRow {
  /** When the bank's answer arrives. */
  settles_at: number
  outcome: 'payed' | 'rejected'
  /** Why it is rejected, as the bank prints it. */
  reason?: string
  /** The outcome is seen only after a payment check, as with a real bank. */
  is_checked?: true
  /** The bank tells the platform by itself when the order settles, without any check. */
  is_told?: true
}

/** What the attempt has gone through; its status is computed from these and the clock. */
export interface AttemptRow {
  id: number
  user_id: number
  group_id: number
  created_at: number
  /** What the person has ordered at the bank, oldest first. */
  orders?: readonly OrderRow[]
  /** An administrator has let the candidate in, whether paid or not. */
  has_admission?: boolean
  started_at?: number
  /** Only where it was moved; else the exam's hours after the start. */
  ends_at?: number
  report_sent_at?: number
  review?: { outcome: 'completed' | 'rejected'; reason?: string; score?: number; at: number }
}

interface VisibilityRow {
  group_id: number
  task_id: number
  visible: boolean
}

interface ShareRow {
  user_id: number
  link: string
}

/** A secret sent by e-mail. */
export interface MailTokenRow {
  token: string
  purpose: 'verify' | 'reset'
  user_id: number
  sent_at: number
  expires_at: number
  used: boolean
}

interface MailRow {
  id: number
  to: string
  subject: string
  /** The path a reader of the message would open. */
  link: string
  sent_at: number
}

interface FeedbackRow {
  id: number
  user_id: number
  text: string
  file?: { name: string; size: number }
  at: number
}

/** What the learning-management system has heard of one person's solutions in a group, by ids of tasks. */
export interface DeliveryRow {
  group_id: number
  user_id: number
  /** Taken by the system; never sent again. */
  sent: readonly number[]
  /** Refused by the system at the last upload; sent again by the next. */
  failed: readonly number[]
}

/** Moments of recent misses, for everything that is limited. */
interface LimitRow {
  misses: number[]
}

interface CounterRow {
  last: number
}

/** What a host or a test may turn. */
export interface SettingsRow {
  accessLifetimeSeconds: number
  refreshLifetimeSeconds: number
  /** How long the previous refresh token stays good after a refresh. */
  refreshGraceSeconds: number
  /** Simulates the person who opens the link in the message; null waits for the link itself. */
  emailConfirmsAfterSeconds: number | null
  /** False: the learning-management system is switched off. */
  isLmsEnabled: boolean
  /** True: the learning-management system has none of the courses. */
  isLmsCourseMissing: boolean
  /** True: every payment is rejected. */
  doesBankRefuse: boolean
  /** Origin of the bank's page; null is the origin of the site. */
  bankOrigin: string | null
  /** Simulates the administrator who admits to exams without a price; null waits for one. */
  admitsAfterSeconds: number | null
  /** False: messages cannot be sent. */
  isMailWorking: boolean
  /** Slow: every lab takes four times what is promised. Failing: every start of a lab breaks off. */
  labStarts: 'usual' | 'slow' | 'failing'
  /** True: the terminal of a lab cannot be opened, although the lab is ready. */
  isTerminalHostBroken: boolean
  /** Whether a lab's host allows one terminal connection: a new one takes over from the one before. */
  isTerminalExclusive: boolean
  /** How many seeded people a group has, by its id, where that is not what its course says. */
  crowds: Readonly<Record<number, number>>
  /** How long answers take, in time of the machine. */
  latency: LatencyProfile
  network: NetworkState
  /** Null: nothing fails but what is asked to. */
  chaos: Chaos | null
  /** The name of the start that the database began with; null for a bare scenario. */
  start: string | null
  /** Which of several databases of a server this is, for the addresses that it gives out; null for the only one. */
  dbName: string | null
}

/** Tables by name, with the row that each holds. */
export interface RowTypes {
  users: UserRow
  memberships: MembershipRow
  sessions: SessionRow
  solves: SolveRow
  hints: HintRow
  labs: LabRow
  terminals: TerminalRow
  attempts: AttemptRow
  visibility: VisibilityRow
  shares: ShareRow
  mailTokens: MailTokenRow
  outbox: MailRow
  feedback: FeedbackRow
  deliveries: DeliveryRow
  limits: LimitRow
  counters: CounterRow
  clock: ClockState
  settings: SettingsRow
  faults: StandingFault
  recordings: RecordedScenario
}
