import { type OperationId, operationTable } from '../../../mocks/operations.gen'
import type { Fault } from '../../../mocks/platform/faults'
import type { Operation } from '../../../packages/contract/operation'
import { createRandom } from '../../../packages/contract/seeded-random'
import { isFull } from '../../../scripts/lib/sampling'
import { ApiError, isClientError, toApiError } from '../../api/errors'
import { errorHint, errorMessage, errorTitle, shortErrorMessage } from '../../i18n/error-messages'
import { ru } from '../messages'

const { groups, verify } = ru

/** A fault in the answer of an operation, and the error that the client makes of it. */
export interface Failure {
  /** `403 email not verified`, `network`, `malformed`. */
  name: string
  fault: Fault
  error: ApiError
  /** The operation may have been executed, or its answer is not read: the page shows success or an error. */
  mayBeDone?: boolean
}

/** The Retry-After of 429 answers. */
export const RETRY_AFTER_SECONDS = 20

const networkError = new ApiError({ kind: 'network', operation: '' })
const badResponse = new ApiError({ kind: 'badResponse', operation: '' })

const httpFailure = (id: OperationId | '', status: number, detail?: string): Failure => ({
  name: detail === undefined ? String(status) : `${status} ${detail}`,
  fault: {
    kind: 'status',
    status,
    ...(detail !== undefined && { detail }),
    ...(status === 429 && { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } }),
  },
  error: toApiError({ response: new Response(null, { status }), body: { detail } }, id),
})

const network: Failure = { name: 'network', fault: { kind: 'abort' }, error: networkError }

const malformed: Failure = {
  name: 'malformed',
  fault: { kind: 'malformed', status: 200 },
  error: badResponse,
}

/** What any operation may meet, documented or not. */
const undocumented: readonly Failure[] = [
  ...[400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504].map(status => httpFailure('', status)),
  { name: 'reset mid-body', fault: { kind: 'reset' }, error: networkError, mayBeDone: true },
  { name: 'HTML with 200', fault: { kind: 'html', status: 200 }, error: badResponse },
  { name: 'HTML with 502', fault: { kind: 'html', status: 502 }, error: httpFailure('', 502).error },
  { name: 'empty', fault: { kind: 'empty', status: 200 }, error: badResponse },
]

/** Another seed takes another sample: `FAULT_SEED=7 npx vitest run src/test/matrix`. */
const seed = process.env.FAULT_SEED ?? '20261122'

const offset = createRandom('faults', seed).int(0, undocumented.length)

/** All failures of an operation but a network error: those that the contract documents, and the others. */
const getAllFailures = ({
  operationId,
  responses,
  effect,
}: Operation<OperationId>): [documented: Failure[], others: Failure[]] => {
  const documented = responses
    .filter(({ status }) => status >= 400)
    .flatMap(({ status, details = [undefined] }) =>
      details.map(detail => httpFailure(operationId, status, detail)),
    )
  // Without a JSON body any success is valid, and for a write an empty one is too.
  const readsJson = responses.some(({ status, kind }) => status < 300 && kind === 'json')
  const others = undocumented.map(failure => {
    const isRead = readsJson && !(failure.name === 'empty' && effect === 'write')
    return failure.error === badResponse && !isRead ? { ...failure, mayBeDone: true } : failure
  })
  return [documented, [...others, malformed]]
}

/**
 * The failures of an operation: those that the page explains itself, by turns a documented or an undocumented one, for a
 * write a rate limit, and a network error. `npm test -- --full` takes all of them. operation-matrix.test.ts shows that
 * every error has a message.
 */
export const getFailures = (id: OperationId, explained: Readonly<Record<string, unknown>>): Failure[] => {
  const at = operationTable.findIndex(row => row.operationId === id)
  const operation = operationTable[at]
  if (!operation) throw new Error(`The contract has no operation ${id}.`)
  const [documented, others] = getAllFailures(operation)
  const all = [...documented, ...others]
  if (isFull) return [...all, network]
  const turn = Math.floor(at / 2) + offset
  const choices = at % 2 === 0 && documented.length > 0 ? documented : others
  const rateLimit = operation.effect === 'write' && all.find(failure => hasStatus(failure, 429))
  const isChosen = (failure: Failure) =>
    failure === rateLimit ||
    failure === choices[turn % choices.length] ||
    (failure.name in explained && documented.includes(failure))
  return [...all.filter(isChosen), network]
}

/** The text of a form or a button: the message of the detail. */
export const fullMessage = ({ error }: Failure): string[] => [errorMessage(error)]

/** The text of a section: the message of the detail, else a short one for the status. */
export const shortMessage = ({ error }: Failure): string[] => [shortErrorMessage(error)]

/** The text of a page that failed to load. */
export const pageError = ({ error }: Failure): string[] => [errorTitle(error), errorHint(error)]

/** Failures that a page of a group explains. */
export const explainedByGroup: Readonly<Record<string, string[]>> = {
  '403 email not verified': [verify.title],
  '403 you dont have access to this group': [groups['refused.stranger.title']],
  '403 Training in this group will begin later': [groups['refused.upcoming.title']],
  '403 Training in this group has already ended': [groups['refused.ended.title']],
  '403 You dont have access to this task': [groups['refused.task.title']],
  '403 leaderboard is hidden': [groups['refused.leaderboard.title']],
  '409 no started attempt exists': [groups['refused.attemptBefore.title']],
}

/** The text of a page of a group. */
export const groupPageError = (failure: Failure): string[] =>
  explainedByGroup[failure.name] ?? pageError(failure)

/** The outcome of a write is unknown: no readable answer, or a server error. */
export const isLost = ({ error }: Failure): boolean => error.kind !== 'http' || (error.status ?? 0) >= 500

/** No readable answer, or a server error without a detail. */
export const isBroken = (failure: Failure): boolean => isLost(failure) && failure.error.detail === undefined

export const hasStatus = ({ error }: Failure, ...statuses: number[]): boolean =>
  error.status !== undefined && statuses.includes(error.status)

/** Rejected by the application, which a retry would not change: any 4xx with its JSON but 429. */
export const isRejected = ({ error }: Failure): boolean => isClientError(error)
