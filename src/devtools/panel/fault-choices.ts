import type { BrowserControls, OperationInfo } from '../../../mocks/control/mock-controls'
import { formatNumber } from '../../lib/format'
import type { Translate } from '../messages'

export type Fault = Parameters<BrowserControls['addFault']>[1]

/** Faults that are not in the contract, in the order of the list. */
const undocumentedFaults = [
  'html',
  'text',
  'malformed',
  'empty',
  'abort',
  'afterEffect',
  'reset',
  'doubled',
  'never',
  'delay',
] as const

type UndocumentedFault = (typeof undocumentedFaults)[number]

/** An option of the fault list. */
export type FaultChoice =
  /** An error response of the contract. */
  | { kind: 'error'; status: number; detail?: string }
  /** A 422 with field errors, as FastAPI sends it. */
  | { kind: 'fields' }
  /** Any status and detail. */
  | { kind: 'other' }
  | { kind: UndocumentedFault }

/** Parameters of a choice. */
export interface FaultDetails {
  /** For `other`. */
  status: number
  /** For `other`; empty sends none. */
  detail: string
  /** For `delay`. */
  milliseconds: number
}

/** All faults for an operation, those of the contract first. */
export function faultChoices({ errors }: Pick<OperationInfo, 'errors'>): FaultChoice[] {
  const hasFields = errors.some(({ status }) => status === 422)
  return [
    ...errors.map(error => ({ kind: 'error', ...error }) as const),
    ...(hasFields ? [{ kind: 'fields' } as const] : []),
    { kind: 'other' },
    ...undocumentedFaults.map(kind => ({ kind })),
  ]
}

/** Unique within an operation. */
export function getChoiceId(choice: FaultChoice): string {
  return choice.kind === 'error' ? `${choice.status} ${choice.detail ?? ''}` : choice.kind
}

/** The contract requires it for 429; the application counts it down. */
const retryAfterHeader = { 'retry-after': '30' }

function statusFault(status: number, detail?: string): Fault {
  const headers = status === 429 ? { headers: retryAfterHeader } : {}
  return { kind: 'status', status, ...(detail !== undefined && { detail }), ...headers }
}

const fieldErrors = { detail: [{ loc: ['body'], msg: 'Field required', type: 'missing' }] }

export function toFault(choice: FaultChoice, { status, detail, milliseconds }: FaultDetails): Fault {
  switch (choice.kind) {
    case 'error':
      return statusFault(choice.status, choice.detail)
    case 'fields':
      return { kind: 'body', status: 422, body: fieldErrors }
    case 'other':
      return statusFault(status, detail.trim() === '' ? undefined : detail)
    case 'afterEffect':
      return { kind: 'abort', after: true }
    case 'delay':
      return { kind: 'delay', milliseconds }
    default:
      return { kind: choice.kind }
  }
}

/** The option that a fault was created by, as far as it can be inferred. */
export function toChoice(fault: Fault): FaultChoice {
  switch (fault.kind) {
    case 'status': {
      const { status, detail } = fault
      return { kind: 'error', status, ...(detail !== undefined && { detail }) }
    }
    case 'body':
      return fault.status === 422 ? { kind: 'fields' } : { kind: 'error', status: fault.status }
    case 'abort':
      return { kind: fault.after ? 'afterEffect' : 'abort' }
    case 'wait':
      return { kind: 'never' }
    default:
      return { kind: fault.kind }
  }
}

export const getChoiceLabel = (choice: FaultChoice, t: Translate): string => {
  if (choice.kind === 'error') return `${choice.status} ${choice.detail ?? t('fault.noDetail')}`
  return t(`fault.${choice.kind}`)
}

export const getFaultLabel = (fault: Fault, t: Translate, language: string): string =>
  fault.kind === 'delay'
    ? t('fault.delayed', { time: formatNumber(fault.milliseconds, language) })
    : getChoiceLabel(toChoice(fault), t)
