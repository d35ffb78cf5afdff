import { createHash } from 'node:crypto'
import type { Evidence } from '../contract/masking/mask'
import type { ContractViolation, DriftId, Severity } from '../contract/validator/drift-classes'

/** The backend's OpenAPI document, responses to the probe's requests, or recorded traffic. */
export type FindingSource = 'document' | 'probe' | 'traffic'

/** A violation and, if an exchange showed it, that exchange masked. */
export type Observation = {
  readonly violation: ContractViolation
  readonly source: FindingSource
  readonly evidence?: Evidence
  /** Absent for recordings and documents. */
  readonly outcome?: RequestOutcome
}

/** Observations of one difference at one place. */
export type ObservationGroup = {
  readonly sources: Set<FindingSource>
  readonly evidence: Evidence[]
  readonly severities: Severity[]
  first: Observation
  isAssumed: boolean
  exchanges: number
}

/** What a request of the probe expected and got; merges findings that follow from others. */
export type RequestOutcome = {
  readonly expected: readonly number[]
  /** 0 without a response. */
  readonly actual: number
  /** Whether the response was an HTML page. */
  readonly isPage: boolean
  /** Whether the request tested one limit; it proves nothing if a plain request fails as well. */
  readonly isBoundary: boolean
}

/** One place of a cause that shows in several. */
export type FindingPlace = Pick<
  Finding,
  'operationId' | 'call' | 'place' | 'what' | 'witness' | 'contractAt' | 'fingerprint'
> &
  Partial<Pick<Finding, 'evidence' | 'exchanges' | 'screens' | 'lost'>>

/** What follows from another finding and ends with it. */
export type Consequence = Pick<
  Finding,
  'driftId' | 'title' | 'severity' | 'operationId' | 'call' | 'place' | 'what' | 'fingerprint'
>

/** One cause: all observations of it, from all sources. Written as is to the JSON report. */
export type Finding = {
  readonly driftId: DriftId
  readonly title: string
  readonly severity: Severity
  readonly operationId?: string
  /** `GET /groups/{id}`; absent without operationId. */
  readonly call?: string
  readonly place: string
  readonly what: string
  readonly advice: string
  readonly witness?: unknown
  readonly isAssumed: boolean
  readonly sources: readonly FindingSource[]
  /** The first few exchanges; `exchanges` counts all. */
  readonly evidence: readonly Evidence[]
  readonly exchanges: number
  /** Where the contract defines it: `openapi/schemas/User.yaml:12`. */
  readonly contractAt?: string
  /** Pages of the client that make the call: `/group/$groupId`. Empty for a call that most pages make. */
  readonly screens: readonly string[]
  /** What users lose without this part, as the contract says of the parts that it assumes. */
  readonly lost?: string
  /** Every place of the cause, if there are several; the fields above describe the first. */
  readonly places?: readonly FindingPlace[]
  readonly consequences?: readonly Consequence[]
  /** Stable between runs and machines; contains what came. 16 hexadecimal digits. */
  readonly fingerprint: string
  readonly accepted?: string
}

/** From worst to least. */
export const severities: readonly Severity[] = ['breaking', 'degraded', 'information']

/** 16 hexadecimal digits. */
export function getHash(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)
}

/** A finding for each place of a cause. */
export function getPlaces(finding: Finding): Finding[] {
  const { places, consequences: _, ...first } = finding
  return places ? places.map(place => ({ ...first, ...place })) : [finding]
}

export function getWorst(found: readonly Severity[]): Severity {
  return severities.find(severity => found.includes(severity)) ?? 'information'
}
