import type { Contract } from '../../contract/read-contract'
import type { Share } from '../coverage'
import type { OperationId } from './facts'

type Row = {
  readonly why: string
  /** Of every operation that documents it, if none is named. */
  readonly details: readonly (readonly [status: number, detail: string, ...operations: OperationId[]])[]
}

/** Documented details that no request can trigger. A test fails if one of them is reached. */
const rows: readonly Row[] = [
  {
    why: 'a framework that rejects a request sends its list, of which the detail is the short form',
    details: [[422, 'common']],
  },
  { why: 'the server itself would have to fail', details: [[500, 'common']] },
  { why: 'the mail server would have to fail', details: [[503, 'failed to send email']] },
  {
    why: 'the LMS would have to be off or to lose the course',
    details: [
      [409, 'lms disabled'],
      [409, 'lms course not found'],
    ],
  },
  {
    why: 'the address of an account would have to stay unconfirmed for weeks',
    details: [[403, 'email is not verified, we sent you a link to email for verification']],
  },
  {
    why: 'the call carries the password once, so only the form can find that two differ',
    details: [[422, 'Passwords do not match']],
  },
  {
    why: 'no task has a flags_total of 0',
    details: [[400, 'Task has not flag']],
  },
  {
    why: 'a task that is closed to work may still be read, so which ones are closed to reading too is not known',
    details: [
      [
        403,
        'You dont have access to this task',
        'getTask',
        'getWriteup',
        'getLabStatus',
        'stopLab',
        'findLmsTask',
      ],
    ],
  },
  {
    why: 'it needs a task of the LMS in a group of that kind, and no group of the simulated platform is both',
    details: [
      [403, 'Training in this group has already ended', 'findLmsTask'],
      [409, 'no started attempt exists', 'findLmsTask'],
    ],
  },
  {
    why: 'an exam group takes one attempt at a time, so a second one cannot wait beside a running one',
    details: [[409, 'you already have active attempt', 'startAttempt']],
  },
]

type Documented = { readonly operationId: string; readonly status: number; readonly detail: string }

export function documentedDetails({ operations }: Contract): Documented[] {
  return operations.flatMap(({ operationId, responses }) =>
    responses.flatMap(({ status, details = [] }) => details.map(detail => ({ operationId, status, detail }))),
  )
}

/** Undefined if a request can trigger it. */
export function whyUnreachable({ operationId, status, detail }: Documented): string | undefined {
  return rows.find(({ details }) =>
    details.some(
      ([code, text, ...operations]) =>
        code === status &&
        text === detail &&
        (operations.length === 0 || operations.some(id => id === operationId)),
    ),
  )?.why
}

/** Separates the details that no request can trigger. */
export function withUnreachable(details: Share, contract: Contract): Share {
  const all = documentedDetails(contract)
  const beyond = new Map<string, string[]>()
  for (const name of details.missed) {
    const reasons = all.filter(({ detail }) => detail === name).map(whyUnreachable)
    for (const why of new Set(reasons))
      if (why !== undefined && !reasons.includes(undefined))
        beyond.set(why, [...(beyond.get(why) ?? []), name])
  }
  return { ...details, beyond: [...beyond].map(([why, names]) => ({ why, names })) }
}
