import { fileURLToPath } from 'node:url'
import { loadContract } from '../load-contract'
import { operationIn } from '../torture'
import type { Exchange } from './exchange'
import type { Expectation } from './expectation'
import { makeExchangeSampler } from './sample-exchange'
import { validateExchange } from './validate-exchange'

export const contract = loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))
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
