import type { Exchange } from '../../lib/judge/exchange'
import type { Contract } from '../../lib/load-contract'
import type { Observation } from '../finding'

export type Login = { readonly username: string; readonly password: string } | { readonly token: string }

/**
 * The people that a plan may ask as. `student`: belongs to groups, confirmed. `newcomer`: unconfirmed address, belongs
 * to a group. `admin`: administers groups. `candidate`: belongs to an exam group and may ask for an attempt.
 * `examinee`: holds an attempt that is paid or admitted; full mode starts it.
 */
export const roles = ['student', 'newcomer', 'admin', 'candidate', 'examinee'] as const

export type Role = (typeof roles)[number]

type LmsName = { readonly mnemonic_code_group: string; readonly gitlab_id: string }

/** Facts about one server that no answer tells. Each may be left out; what needs it is skipped then. */
export type ProbeValues = {
  /** An active invite code; administrators' groups tell theirs too. */
  readonly inviteCode?: string
  /** A code that the LMS would hand over, good for more than one call. */
  readonly lmsCode?: string
  /** A task of the LMS that is open to the student, one that the newcomer has no group of, one whose group begins later. */
  readonly lmsTask?: LmsName
  readonly foreignLmsTask?: LmsName
  readonly laterLmsTask?: LmsName
  /** A flag that is right, or was already. */
  readonly rightFlag?: { readonly group_id: number; readonly task_id: number; readonly flag: string }
  /** A flag that makes the check itself fail. */
  readonly failingFlag?: string
  /** A token to set a new password with: the password is the one that `newcomer` has already. */
  readonly resetToken?: string
  /** A lab that the student may start, best with a terminal; full mode starts and stops it. */
  readonly labTask?: { readonly group_id: number; readonly task_id: number }
  /** How long to wait for that lab, in seconds; 60 unless told. */
  readonly labSeconds?: number
  /** An address for new accounts whose `*` becomes another text in each run; full mode registers one account. */
  readonly newAccountEmail?: string
  /** Where the client is served, if that is another origin than the server's. */
  readonly clientOrigin?: string
  /** Optional properties of answers that this server is known to send: `getGroup 200 /description`. */
  readonly sends?: readonly string[]
}

export type ProbeOptions = {
  readonly contract: Contract
  /** With the base path: `https://stage.example/api`. */
  readonly baseUrl: string
  readonly mode: 'readonly' | 'full'
  /** Smoke asks every call once; full everything. */
  readonly plan: 'smoke' | 'full'
  /** By role; the student is the one without whom nothing is asked. */
  readonly logins: Readonly<Record<string, Login>>
  readonly values: ProbeValues
  readonly seed: number
  /** Not held on loopback addresses, unless `isRateHeld`. */
  readonly requestsPerSecond: number
  /** Somebody has named the rate, so it holds everywhere. */
  readonly isRateHeld?: boolean
  readonly mostRequests: number
  readonly mostSeconds: number
  /** In the network's place, for tests. */
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
  /** As they stood on the wire, secrets and all: never to be printed. */
  readonly exchanges: readonly Exchange[]
  readonly skipped: readonly { readonly step: string; readonly why: string }[]
  readonly notes: readonly string[]
  /** Which bound of the run ended it before its plan did. */
  readonly endedBy?: string
}
