import type { BrowserControls } from '../../../mocks/control/browser-controls'
import type { OperationFacts } from '../../../mocks/control/mock-controls'

export type Fault = Parameters<BrowserControls['addFault']>[1]

/** Ways to fail that no contract documents, in the order in which they are offered. */
const plainFailures = [
  'html',
  'malformed',
  'empty',
  'abort',
  'afterEffect',
  'reset',
  'never',
  'delay',
] as const

type PlainFailure = (typeof plainFailures)[number]

/** One row of the list of what a call may be answered. */
export type FaultChoice =
  /** A refusal that the contract documents. */
  | { kind: 'refusal'; status: number; detail?: string }
  /** A 422 as FastAPI writes it, with the fields that it refuses. */
  | { kind: 'fields' }
  /** Whatever status and detail one likes. */
  | { kind: 'other' }
  | { kind: PlainFailure }

/** What a choice leaves open. */
export interface FaultDetails {
  /** For `other`. */
  status: number
  /** For `other`; empty sends none. */
  detail: string
  /** For `delay`. */
  milliseconds: number
}

/** Everything that a call of the operation can be made to meet: the contract's refusals first. */
export function faultChoices({ refusals }: Pick<OperationFacts, 'refusals'>): FaultChoice[] {
  const hasFields = refusals.some(({ status }) => status === 422)
  return [
    ...refusals.map(refusal => ({ kind: 'refusal', ...refusal }) as const),
    ...(hasFields ? [{ kind: 'fields' } as const] : []),
    { kind: 'other' },
    ...plainFailures.map(kind => ({ kind })),
  ]
}

/** Tells the choices of one operation apart. */
export function choiceId(choice: FaultChoice): string {
  return choice.kind === 'refusal' ? `${choice.status} ${choice.detail ?? ''}` : choice.kind
}

/** Who has asked too often is told when to come back: the contract promises it, and the screens count it down. */
const comeBack = { 'retry-after': '30' }

function refuse(status: number, detail?: string): Fault {
  const headers = status === 429 ? { headers: comeBack } : {}
  return { kind: 'status', status, ...(detail !== undefined && { detail }), ...headers }
}

const fieldErrors = { detail: [{ loc: ['body'], msg: 'Field required', type: 'missing' }] }

export function faultOf(choice: FaultChoice, { status, detail, milliseconds }: FaultDetails): Fault {
  switch (choice.kind) {
    case 'refusal':
      return refuse(choice.status, choice.detail)
    case 'fields':
      return { kind: 'body', status: 422, body: fieldErrors }
    case 'other':
      return refuse(status, detail.trim() === '' ? undefined : detail)
    case 'afterEffect':
      return { kind: 'abort', after: true }
    case 'delay':
      return { kind: 'delay', milliseconds }
    default:
      return { kind: choice.kind }
  }
}

/** The row of the list that a standing fault was chosen by, as far as one can tell. */
export function choiceOf(fault: Fault): FaultChoice {
  switch (fault.kind) {
    case 'status': {
      const { status, detail } = fault
      return { kind: 'refusal', status, ...(detail !== undefined && { detail }) }
    }
    case 'body':
      return fault.status === 422 ? { kind: 'fields' } : { kind: 'refusal', status: fault.status }
    case 'abort':
      return { kind: fault.after ? 'afterEffect' : 'abort' }
    case 'wait':
      return { kind: 'never' }
    default:
      return { kind: fault.kind }
  }
}
