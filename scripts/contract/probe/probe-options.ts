import type { Contract } from '../../lib/load-contract'
import type { Exchange } from '../../lib/validator/exchange'
import type { Observation } from '../finding'

export type Login = { readonly username: string; readonly password: string } | { readonly token: string }

/**
 * Roles of the users. `student`: confirmed, member of groups. `newcomer`: unconfirmed address, member of a
 * group. `admin`: administers groups. `candidate`: member of an exam group, may request an attempt.
 * `examinee`: has an attempt that is paid or admitted; full mode starts it.
 */
export const roles = ['student', 'newcomer', 'admin', 'candidate', 'examinee'] as const

export type Role = (typeof roles)[number]

type LmsName = { readonly mnemonic_code_group: string; readonly gitlab_id: string }

/**
 * Facts about one server that responses do not contain. All optional; steps that need a missing one are
 * skipped.
 */
export type ProbeValues = {
  /** An active invite code; groups of an administrator contain theirs. */
  readonly inviteCode?: string
  /** A code of the LMS login that is valid more than once. */
  readonly lmsCode?: string
  /**
   * LMS tasks: accessible to the student; in a group that the newcomer is no member of; in a group that
   * starts later.
   */
  readonly lmsTask?: LmsName
  readonly foreignLmsTask?: LmsName
  readonly laterLmsTask?: LmsName
  /** A flag that is correct, or was already. */
  readonly rightFlag?: { readonly group_id: number; readonly task_id: number; readonly flag: string }
  /** A flag whose check fails on the server. */
  readonly failingFlag?: string
  /** A password reset token; the password is set to the one that `newcomer` already has. */
  readonly resetToken?: string
  /** A lab that the student may start, preferably with a terminal; full mode starts and stops it. */
  readonly labTask?: { readonly group_id: number; readonly task_id: number }
  /** Maximum wait for that lab in seconds; 60 by default. */
  readonly labSeconds?: number
  /** An address for new accounts whose `*` is replaced in each run; full mode registers one account. */
  readonly newAccountEmail?: string
  /** The client's origin, if it differs from the server's. */
  readonly clientOrigin?: string
  /** Optional response properties that this server is known to send: `getGroup 200 /description`. */
  readonly sends?: readonly string[]
}

export type ProbeOptions = {
  readonly contract: Contract
  /** With the base path: `https://stage.example/api`. */
  readonly baseUrl: string
  readonly mode: 'readonly' | 'full'
  readonly plan: 'smoke' | 'full'
  /** By role; without the student hardly anything can be tested. */
  readonly logins: Readonly<Record<string, Login>>
  readonly values: ProbeValues
  readonly seed: number
  /** Does not apply to loopback addresses unless `isRateEnforced`. */
  readonly requestsPerSecond: number
  /** Whether the rate applies to loopback addresses too. */
  readonly isRateEnforced?: boolean
  readonly maxRequests: number
  readonly maxSeconds: number
  /** For tests. */
  readonly fetch?: (request: Request) => Promise<Response>
  readonly onProgress?: (progress: {
    readonly step: string
    readonly done: number
    readonly all: number
  }) => void
  readonly signal?: AbortSignal
}

export type ProbeResult = {
  readonly observations: readonly Observation[]
  /** Unmasked, with secrets: never print these. */
  readonly exchanges: readonly Exchange[]
  readonly skipped: readonly { readonly step: string; readonly why: string }[]
  readonly notes: readonly string[]
  readonly endedBy?: string
}
