import { fileURLToPath } from 'node:url'
import { loadContract } from '../load-contract'
import { getResponse, type Operation, type ResponseHeader } from '../operation'
import type { Contract } from '../read-contract'
import { makeResponseSampler, makeSampler } from '../sampler'
import type { Seed } from '../seeded-random'
import type { Exchange, Expectation } from './exchange'
import { validateExchange } from './validate-exchange'

/** Without the rules between values, which samples need not keep. */
export const contract: Contract = JSON.parse(
  JSON.stringify(loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))),
  (key, value) => (key === 'x-rules' ? undefined : value),
)
const sample = makeExchangeSampler(contract)

type Headers = readonly (readonly [string, string])[]
export type Json = Record<string, unknown>

export type Change = {
  readonly status?: number
  /** Changes the sampled JSON, or replaces the body; undefined for an unknown one. */
  readonly body?: ((json: Json) => unknown) | string | undefined
  readonly headers?: (headers: Headers) => Headers
  readonly url?: string
  readonly milliseconds?: number
}

/** A sampled response (`getTask 404`) with a change. */
export function changedExchange(answer: string, change: Change): Exchange {
  const [id = '', status] = answer.split(' ')
  const right = sample(operationIn(contract, id), Number(status), 5)
  const { response } = right
  if (!response) throw new RangeError('A sample always has an answer.')
  const { body, milliseconds } = change
  const text = new TextDecoder().decode(response.body)
  const next = typeof body === 'function' ? JSON.stringify(body(JSON.parse(text))) : body
  const changedBody = next === undefined ? {} : { body: new TextEncoder().encode(next) }
  return {
    request: { ...right.request, ...(change.url && { url: change.url }) },
    response: {
      status: change.status ?? response.status,
      headers: change.headers?.(response.headers) ?? response.headers,
      ...('body' in change ? changedBody : response.body && { body: response.body }),
    },
    ...(milliseconds !== undefined && { milliseconds }),
  }
}

/** `DR21 answer 200 /email` of each violation. */
export function foundDrifts(exchange: Exchange, expectation?: Expectation): string[] {
  return validateExchange(contract, exchange, expectation).map(({ driftId, place }) => `${driftId} ${place}`)
}

export const withoutField = (name: string) => (json: Json) =>
  Object.fromEntries(Object.entries(json).filter(([key]) => key !== name))
export const withRenamedField = (name: string, to: string) => (json: Json) => ({
  ...withoutField(name)(json),
  [to]: json[name],
})
export const withFields = (fields: Json) => (json: Json) => ({ ...json, ...fields })
export const detail = (value: unknown) => JSON.stringify({ detail: value })
export const issue = (place: string, name: string, type = 'missing') =>
  detail([{ loc: [place, name], msg: 'm', type }])
export const dropped = (name: string) => (headers: Headers) => headers.filter(([key]) => key !== name)
export const replaced = (name: string, value: string) => (headers: Headers) => [
  ...dropped(name)(headers),
  [name, value] as const,
]

const row = (id: number) => ({ user_id: id, rank: id, username: 'ann', points: 1, solved: 1 })
export const leaderboard = (change: (rows: Json[]) => unknown) => (json: Json) => ({
  ...json,
  rows: change([row(1), row(2), row(3), row(4)]),
})
export const page = '<!DOCTYPE html><title>502</title>'
export const strict = 'refresh_token=rt; Path=/api/auth; HttpOnly; Secure; SameSite=Strict'
export const cookie = (text: string) => ({ headers: replaced('set-cookie', text) })

export type ExchangeSampler = (operation: Operation, status: number, seed: Seed) => Exchange

/** Generates valid exchanges; equal seeds give equal exchanges. */
export function makeExchangeSampler(contract: Contract): ExchangeSampler {
  const sample = makeSampler(contract.schemas)
  const sampleAnswer = makeResponseSampler(contract.operations, sample)
  const getHeader = (
    { name, schema = {}, cookie }: ResponseHeader,
    seed: Seed,
  ): readonly [string, string] => {
    if (cookie) return [name, writeCookie(cookie, schema.pattern)]
    if (name === 'content-disposition') return [name, 'attachment; filename="file.txt"']
    return [name, String(sample(schema, seed))]
  }
  return (operation, status, seed) => {
    const { operationId, method, security } = operation
    const response = getResponse(operation, status)
    const body = sampleAnswer(operationId, status, seed)
    const type = response?.contentType === undefined ? [] : [['content-type', response.contentType] as const]
    return {
      request: {
        method: method.toUpperCase(),
        url: `http://localhost${contract.basePath}${getAddress(operation, one => sample(one, seed))}`,
        headers: security === 'bearer' ? [['authorization', 'Bearer at-1']] : [],
      },
      response: {
        status,
        headers: [...type, ...(response?.headers ?? []).map(header => getHeader(header, seed))],
        body: body instanceof Uint8Array ? body : getBytes(body, response?.kind === 'json'),
      },
      milliseconds: 1,
    }
  }
}

function getAddress(
  { path, parameters }: Operation,
  sample: (schema: Operation['parameters'][number]['schema']) => unknown,
): string {
  const textFor = (name: string) => {
    const parameter = parameters.find(one => one.name === name)
    return encodeURIComponent(String(sample(parameter?.schema ?? { type: 'string' })))
  }
  const needed = parameters.filter(one => one.in === 'query' && one.required)
  const query = needed.map(({ name }) => `${name}=${textFor(name)}`).join('&')
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => textFor(name)) + (query && `?${query}`)
}

function getBytes(body: unknown, isJson: boolean): Uint8Array {
  if (body === undefined) return new Uint8Array()
  return new TextEncoder().encode(isJson ? JSON.stringify(body) : String(body))
}

type DeclaredCookie = NonNullable<ResponseHeader['cookie']>

function writeCookie({ name, httpOnly, secure, sameSite, path }: DeclaredCookie, pattern = ''): string {
  const isCleared = new RegExp(pattern, 'u').test(`${name}=;`) && pattern !== ''
  const attributes = [path && `Path=${path}`, httpOnly && 'HttpOnly', secure && 'Secure']
  return [`${name}=${isCleared ? '' : 'rt-1'}`, ...attributes, sameSite && `SameSite=${sameSite}`]
    .filter(Boolean)
    .join('; ')
}

/** The contract in `packages/contract/fixtures/torture`, with everything that generators tend to get wrong. For tests only. */
export function loadTorture(): Contract {
  return loadContract(fileURLToPath(new URL('../fixtures/torture', import.meta.url)))
}

export function operationIn({ operations }: Contract, id: string): Operation {
  const found = operations.find(operation => operation.operationId === id)
  if (!found) throw new RangeError(`There is no operation ${id}.`)
  return found
}
