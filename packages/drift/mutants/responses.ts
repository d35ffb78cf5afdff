import type { OperationId } from '../../../mocks/operations.gen'
import { sampleResponse } from '../../../mocks/samplers.gen'
import type { Operation } from '../../contract/operation'
import { hash } from '../../contract/seeded-random'
import type { BufferedResponse } from './mutant'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function jsonResponse(
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): BufferedResponse {
  const all = new Headers({ ...headers, 'content-type': 'application/json' })
  return { status, headers: all, body: encoder.encode(JSON.stringify(value)) }
}

/** FastAPI's 422: a list of issues under `detail`. */
export function validationError(
  loc: readonly (string | number)[],
  msg: string,
  type: string,
): BufferedResponse {
  return jsonResponse(422, { detail: [{ loc, msg, type }] })
}

/** Undefined if the body is not JSON. */
export function parseJson(response: Pick<BufferedResponse, 'body'>): unknown {
  try {
    return JSON.parse(decoder.decode(response.body))
  } catch {
    return undefined
  }
}

export function withJson(response: BufferedResponse, value: unknown): BufferedResponse {
  return { ...response, body: encoder.encode(JSON.stringify(value)) }
}

export function withText(response: BufferedResponse, text: string, contentType?: string): BufferedResponse {
  const changed = { ...response, body: encoder.encode(text) }
  return contentType === undefined ? changed : withHeader(changed, 'content-type', contentType)
}

export function withStatus(response: BufferedResponse, status: number): BufferedResponse {
  return { ...response, status }
}

/** Sets or removes a header; sets a single cookie for `set-cookie`. */
export function withHeader(
  response: BufferedResponse,
  name: string,
  value: string | undefined,
): BufferedResponse {
  const headers = new Headers(response.headers)
  if (value === undefined) headers.delete(name)
  else headers.set(name, value)
  return { ...response, headers }
}

export function withCookies(response: BufferedResponse, cookies: readonly string[]): BufferedResponse {
  const headers = new Headers(response.headers)
  headers.delete('set-cookie')
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return { ...response, headers }
}

export function isSuccess({ status }: Pick<BufferedResponse, 'status'>): boolean {
  return status >= 200 && status < 300
}

export function getDetail(response: BufferedResponse): string | undefined {
  const value = parseJson(response)
  const detail = typeof value === 'object' && value !== null && 'detail' in value ? value.detail : undefined
  return typeof detail === 'string' ? detail : undefined
}

export function successResponse(operation: Operation): BufferedResponse {
  const response = operation.responses.find(({ status }) => status < 300)
  if (!response) throw new Error(`${operation.operationId} has no answer of success.`)
  const headers = new Headers()
  for (const { name, cookie } of response.headers) {
    if (cookie) headers.append('set-cookie', `${cookie.name}=mutant; ${getAttributes(cookie)}`)
    else if (name === 'content-disposition') headers.set(name, 'attachment; filename="flagship.ovpn"')
  }
  if (response.kind === 'empty') return { status: response.status, headers, body: new Uint8Array() }
  if (response.kind !== 'json') {
    headers.set('content-type', response.contentType ?? 'application/octet-stream')
    return { status: response.status, headers, body: new TextEncoder().encode('client\ndev tun\n') }
  }
  const id = operation.operationId as OperationId
  const value = sampleResponse(id, response.status, hash('mutate', id), { now: Date.UTC(2026, 9, 5, 9) })
  const json = jsonResponse(response.status, value)
  for (const [name, one] of json.headers) headers.append(name, one)
  return { ...json, headers }
}

type Cookie = NonNullable<Operation['responses'][number]['headers'][number]['cookie']>

function getAttributes({ path, httpOnly, secure, sameSite }: Cookie): string {
  const parts = [path && `Path=${path}`, httpOnly && 'HttpOnly', secure && 'Secure']
  return [...parts, sameSite && `SameSite=${sameSite}`].filter(Boolean).join('; ')
}
