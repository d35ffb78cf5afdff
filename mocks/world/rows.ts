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

export interface LabRow {
  user_id: number
  group_id: number
  task_id: number
  started_at: number
  ready_at: number
  expires_at: number
}

/** What the attempt has gone through; its status is computed from these and the clock. */
export interface AttemptRow {
  id: number
  user_id: number
  group_id: number
  created_at: number
  /** When the bank's answer arrives. */
  payment_settles_at?: number
  payment_outcome?: 'payed' | 'rejected'
  /** The outcome is seen only after a payment check, as with a real bank. */
  payment_checked?: boolean
  has_admission?: boolean
  started_at?: number
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
  /** Simulates the person who opens the link in the message; null waits for the link itself. */
  emailConfirmsAfterSeconds: number | null
  /** False: the learning-management system is switched off. */
  isLmsEnabled: boolean
  /** True: every payment is rejected. */
  doesBankRefuse: boolean
  /** False: messages cannot be sent. */
  isMailWorking: boolean
}

/** Tables by name, with the row that each holds. */
export interface RowTypes {
  users: UserRow
  memberships: MembershipRow
  sessions: SessionRow
  solves: SolveRow
  hints: HintRow
  labs: LabRow
  attempts: AttemptRow
  visibility: VisibilityRow
  shares: ShareRow
  mailTokens: MailTokenRow
  outbox: MailRow
  feedback: FeedbackRow
  limits: LimitRow
  counters: CounterRow
  clock: ClockState
  settings: SettingsRow
}
