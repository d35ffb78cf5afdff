import { AsyncLocalStorage } from 'node:async_hooks'
import { maskViolation, type Secrets, toEvidence } from '../../contract/masking/mask'
import { maskByShape, maskText } from '../../contract/masking/mask-value'
import {
  type ContractViolation,
  type DriftId,
  driftClasses,
  type Severity,
} from '../../contract/validator/drift-classes'
import type { Exchange } from '../../contract/validator/exchange'
import type { Observation, RequestOutcome } from '../finding'
import type { OperationId } from './facts'

/** What a run finds and what it leaves out, by step; secrets are masked before anything is stored. */
export class ProbeFindings {
  readonly observations: Observation[] = []
  readonly skipped: { step: string; why: string }[] = []
  readonly notes: string[] = []
  readonly restoreFailures = new Set<string>()
  private readonly getSecrets: () => Secrets
  private readonly stepName = new AsyncLocalStorage<string>()
  private phase = ''
  /** Exchanges with violations: further differences follow from these. */
  private readonly drifted = new WeakSet<Exchange>()

  constructor(getSecrets: () => Secrets) {
    this.getSecrets = getSecrets
  }

  /** The current step; several may run side by side. */
  get step(): string {
    return this.stepName.getStore() ?? this.phase
  }

  set step(name: string) {
    this.phase = name
  }

  runAs(step: string, work: () => Promise<unknown>): Promise<unknown> {
    return this.stepName.run(step, work)
  }

  /** Adds a violation found outside of the validator. Ignored if the exchange has violations already. */
  report(
    driftId: DriftId,
    difference: Omit<ContractViolation, 'driftId' | 'severity'> & {
      operationId: OperationId
      severity?: Severity
    },
    seen?: Exchange,
  ): void {
    if (seen && this.drifted.has(seen)) return
    this.add({ driftId, severity: driftClasses[driftId].severity, ...difference }, seen)
  }

  /** The same, of what the contract only assumes. */
  reportAssumed(id: DriftId, operationId: OperationId, place: string, what: string, seen: Exchange): void {
    this.report(id, { operationId, place, what, isAssumed: true }, seen)
  }

  /** Adds a violation that belongs to no operation. */
  reportGlobal(driftId: DriftId, place: string, what: string, seen: Exchange): void {
    this.add({ driftId, severity: driftClasses[driftId].severity, place, what }, seen)
  }

  /** A text of the server, without secrets. */
  mask(text: string): string {
    return maskText(text, this.getSecrets(), maskByShape)
  }

  /** Adds what the validator found. */
  addViolations(seen: Exchange, violations: readonly ContractViolation[], outcome?: RequestOutcome): void {
    if (violations.length > 0) this.drifted.add(seen)
    for (const violation of violations) this.add(violation, seen, outcome)
  }

  private add(violation: ContractViolation, seen: Exchange | undefined, outcome?: RequestOutcome): void {
    const secrets = this.getSecrets()
    const evidence = seen && toEvidence(seen, `probe: ${this.step}`, violation.pointer, secrets)
    this.observations.push({
      violation: maskViolation(violation, secrets, seen),
      source: 'probe',
      ...(evidence && { evidence }),
      ...(outcome && { outcome }),
    })
  }
}
