import type { RecordedScenario } from '../recordings/recorded-scenario'
import type { TerminalState } from '../shell/session'
import type { ClockState } from './clock'
import type { Language } from './data/types'
import type { Chaos, LatencyProfile, NetworkState, PendingFault } from './faults'

/** Rows of the database. Times are virtual milliseconds since the epoch. */

export interface UserRow {
  id: number
  username: string
  email: string
  email_verified: boolean
  /** Null for users who only sign in through the LMS. */
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

/** A signed-in device: a family of refresh tokens, of which only the newest is valid. */
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

/** The last start of a user's lab. The row stays after the lab has ended, so that its flags stay valid. */
export interface LabRow {
  user_id: number
  group_id: number
  task_id: number
  started_at: number
  ready_at: number
  expires_at: number
  /** When the start fails; the lab is off from then on. */
  fails_at?: number
  /** Why the start fails, as shown to the user. */
  error?: string
  /** When the user stopped it. */
  stopped_at?: number
}

/** A user's terminal in one start of a lab: the state that a reconnection resumes. */
export interface TerminalRow extends TerminalState {
  id: string
  user_id: number
  task_id: number
  /** The lab start that the terminal belongs to. */
  lab_started_at: number
  has_connected?: true
}

/** One payment for an attempt. */
export interface OrderRow {
  /** When the outcome is final. */
  settles_at: number
  outcome: 'payed' | 'rejected'
  /** Why the bank rejected it. */
  reason?: string
  /** The platform has checked the outcome. */
  is_checked?: true
  /** The bank notifies the platform when the order settles, without a payment check. */
  has_webhook?: true
}

/** The events of an attempt; its status is computed from them and the clock. */
export interface AttemptRow {
  id: number
  user_id: number
  group_id: number
  created_at: number
  /** Oldest first. */
  orders?: readonly OrderRow[]
  /** An administrator admitted the candidate, paid or not. */
  has_admission?: boolean
  started_at?: number
  /** Only if it was moved; otherwise computed from the start. */
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

/** A token sent by email. */
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
  /** The path that the email links to. */
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

/** Which of a user's solves in a group were uploaded to the LMS, by task id. */
export interface DeliveryRow {
  group_id: number
  user_id: number
  /** Accepted; never sent again. */
  sent: readonly number[]
  /** Rejected by the last upload; sent again by the next. */
  failed: readonly number[]
}

/** Times of recent failed tries, for rate limits. */
interface LimitRow {
  misses: number[]
}

interface CounterRow {
  last: number
}

/** Settings that hosts, tests and control calls can change. */
export interface SettingsRow {
  accessLifetimeSeconds: number
  refreshLifetimeSeconds: number
  /** How long the previous refresh token stays valid after a refresh. */
  refreshGraceSeconds: number
  /** Opens verification links automatically after this time; null doesn't. */
  emailConfirmsAfterSeconds: number | null
  /** False: the LMS integration is disabled. */
  isLmsEnabled: boolean
  /** True: the LMS has none of the courses. */
  isLmsCourseMissing: boolean
  /** True: every payment is rejected. */
  isBankRejecting: boolean
  /** Origin of the bank's page; null means that of the site. */
  bankOrigin: string | null
  /** Admits candidates to exams without a price automatically after this time; null doesn't. */
  admitsAfterSeconds: number | null
  /** False: emails can't be sent. */
  isMailWorking: boolean
  /** Slow: labs take four times as long as promised. Failing: every start fails. */
  labStarts: 'usual' | 'slow' | 'failing'
  /** True: terminals can't be opened although the lab is ready. */
  isTerminalHostBroken: boolean
  /** True: a new terminal connection closes the previous one. */
  isTerminalExclusive: boolean
  /** Number of seeded users by group id, where it differs from the course content. */
  groupSizes: Readonly<Record<number, number>>
  /** Response times, in machine time. */
  latency: LatencyProfile
  network: NetworkState
  /** Null: off. */
  chaos: Chaos | null
  /** Name of the start; null for a bare scenario. */
  start: string | null
  /** Name of this database on a server with several; null for the default one. */
  dbName: string | null
}

/** Tables and their row types. */
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
  faults: PendingFault
  recordings: RecordedScenario
}
