import { type Operation, type OperationResponse, responseOf } from '../../scripts/lib/operation'
import { makeSampler } from '../../scripts/lib/sampler'
import { hash } from '../../scripts/lib/seeded-random'
import type { MockOperations } from '../handlers.gen'
import type { OperationId } from '../operations.gen'
import { ApiFault } from '../platform/api-fault'
import type { Db, UserRow } from '../platform/db'
import { autoConfirmEmails } from '../platform/mail'
import { findUserByAccessToken } from '../platform/sessions'
import { sampleResponse, schemas } from '../samplers.gen'
import type { PlainResponse } from './check-response'
import { toValidationErrorBody } from './issues'
import { playRecording } from './play-recording'
import { type ReadCall, validateCall } from './read-call'

/** A request as handlers and validation see it. */
export interface CallContext {
  operation: Operation<OperationId>
  db: Db
  call: ReadCall
  headers: Headers
  cookies: Record<string, string>
  origin: string
}

/** `user` is absent for operations without authentication. */
interface Authorization {
  user?: UserRow
}

/** Checks the credentials, then validates the request. Throws an ApiFault 401; returns a 422 or the caller. */
export function authorize(context: CallContext): Authorization | PlainResponse {
  const { operation, db, call, headers, cookies } = context
  autoConfirmEmails(db)
  const user = operation.security === 'bearer' ? authenticate(db, headers) : undefined
  if (operation.security === 'refreshCookie' && !cookies.refresh_token) {
    throw new ApiFault(401, 'No token provided')
  }
  const issues = validateCall(operation, call)
  if (issues.length > 0) return { status: 422, body: toValidationErrorBody(operation, issues) }
  return user ? { user } : {}
}

function authenticate(db: Db, headers: Headers): UserRow {
  const [scheme, token] = (headers.get('authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw new ApiFault(401, 'No token provided')
  const user = findUserByAccessToken(db, token)
  if (!user) throw new ApiFault(401, 'Invalid token')
  return user
}

type OperationHandler = (context: object) => PlainResponse | Promise<PlainResponse>

/** The recorded response if there is one, else the handler's, or a sampled one for operations marked 'generated'. */
export async function handleCall(context: CallContext, operations: MockOperations): Promise<PlainResponse> {
  return catchApiFault(async () => {
    const authorization = authorize(context)
    if ('status' in authorization) return authorization
    const { operation, db, call, headers, cookies, origin } = context
    const recorded = playRecording(db, operation.operationId, call)
    if (recorded) return recorded
    const handler = operations[operation.operationId] as OperationHandler | 'generated'
    if (handler === 'generated') return sampleCallResponse(context)
    const { params, query, body, form } = call
    const request = { params, query, body, form, cookies, headers, origin }
    return handler({ db, ...authorization, ...request, now: db.now() })
  })
}

/** Turns an ApiFault into its error response; any other error is a bug of the mock and is rethrown. */
export async function catchApiFault(work: () => Promise<PlainResponse>): Promise<PlainResponse> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiFault)) throw error
    return {
      status: error.status,
      body: { detail: error.detail, ...error.extra },
      headers: { ...error.headers },
    }
  }
}

const sampleValue = makeSampler(schemas)

/** The same request to the same database always gets the same sample. */
function sampleCallResponse({ operation, db, call }: CallContext): PlainResponse {
  const { operationId, responses } = operation
  const status = responses.find(response => response.status < 300)?.status ?? 200
  const seed = hash(db.seed, operationId, JSON.stringify([call.params, call.query]))
  const body = sampleResponse(operationId, status, seed, { now: db.now() })
  const response = responseOf(operation, status)
  return {
    status,
    ...(response?.kind !== 'empty' && { body }),
    ...(response && sampleRequiredHeaders(response, seed)),
  }
}

function sampleRequiredHeaders(
  { headers }: OperationResponse,
  seed: number,
): Pick<PlainResponse, 'headers' | 'cookies'> {
  const values = headers
    .filter(({ required }) => required)
    .map(({ name, schema }) => [name, toHeaderText(sampleValue(schema ?? {}, hash(name, seed)))] as const)
  return {
    headers: Object.fromEntries(values.filter(([name]) => name !== 'set-cookie')),
    cookies: values.filter(([name]) => name === 'set-cookie').map(([, value]) => value),
  }
}

/** Header values must be ASCII. */
function toHeaderText(value: unknown): string {
  return String(value).replace(/[^\x20-\x7e]/gu, encodeURIComponent)
}
