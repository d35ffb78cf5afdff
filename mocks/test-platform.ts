import type { Complete } from '../packages/contract/operation'
import type { JsonBodyOf, MockOperations, StatusOf } from './handlers.gen'
import { mockOperations } from './operations'
import { type OperationId, operationTable } from './operations.gen'
import { createDb, type DbOptions } from './platform/create-db'
import type { Db } from './platform/db'
import { type PersonaName, personas } from './platform/personas'
import { startSession } from './platform/sessions'
import { CookieJar } from './run/cookies'
import { Journal } from './run/journal'
import type { MockViolation } from './run/response'
import { createOperationRunner } from './run-operation'

/** A Monday, 09:00 UTC. */
export const mondayMorning = Date.UTC(2026, 9, 5, 9)

/** A database whose clock only moves when it is advanced. */
export function createPausedDb(options: DbOptions = {}): Db {
  return createDb({ startedAt: mondayMorning, clockAnchor: 0, machineNow: () => 0, ...options })
}

export interface Call {
  /** Signs in for this call. */
  as?: PersonaName
  token?: string
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
  form?: FormData
  headers?: Record<string, string>
}

/** The body of a success; error bodies only have `detail`. */
type SuccessBody<Id extends OperationId> = (200 extends StatusOf<Id>
  ? Complete<JsonBodyOf<Id, 200 & StatusOf<Id>>>
  : object) & {
  detail?: unknown
}

export interface CallResult<Id extends OperationId> {
  status: number
  body: SuccessBody<Id>
  headers: Headers
  cookies: string[]
}

/** The request pipeline without any host, for tests of rules and of `run-operation`. */
export function createPlatform(options: DbOptions & { operations?: Partial<MockOperations>; db?: Db } = {}) {
  const { operations, db = createPausedDb(options) } = options
  const violations: MockViolation[] = []
  const jar = new CookieJar()
  const journal = new Journal()
  const run = createOperationRunner({
    db: () => db,
    operations: { ...mockOperations, ...operations },
    jar,
    journal,
    onViolation: violation => violations.push(violation),
  })
  const getToken = (persona: PersonaName) => startSession(db, personas[persona].id).access_token
  const send = async (operationId: OperationId, call: Call = {}): Promise<Response> => {
    const token = call.as ? getToken(call.as) : call.token
    const params = Object.fromEntries(
      Object.entries(call.params ?? {}).map(([name, value]) => [name, String(value)]),
    )
    const request = toRequest(operationId, { ...call, ...(token !== undefined && { token }) })
    return run(operationId, { request, params })
  }
  const call = async <Id extends OperationId>(
    operationId: Id,
    options: Call = {},
  ): Promise<CallResult<Id>> => {
    const response = await send(operationId, options)
    const text = await response.text()
    const isJson = response.headers.get('content-type') === 'application/json'
    const { status, headers } = response
    return { status, headers, body: isJson ? JSON.parse(text) : text, cookies: headers.getSetCookie() }
  }
  /** Submits flags of a task as the student, by default of group 1. */
  const sendFlags = (
    task_id: number,
    flags: readonly string[],
    { group_id = 1, token = getToken('student') }: { group_id?: number; token?: string } = {},
  ) => call('submitFlags', { token, query: { task_id, group_id }, body: { flags } })
  return { db, jar, journal, violations, getToken, send, call, sendFlags }
}

function toRequest(
  operationId: OperationId,
  { token, params = {}, query = {}, body, form, headers = {} }: Call,
): Request {
  const operation = operationTable.find(row => row.operationId === operationId)
  if (!operation) throw new Error(`The contract has no operation ${operationId}.`)
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const payload = form ?? (body === undefined ? null : JSON.stringify(body))
  return new Request(`http://localhost/api${path}?${search}`, {
    method: operation.method.toUpperCase(),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: payload,
  })
}
