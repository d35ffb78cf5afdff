import type { Contract } from '../load-contract'
import type { Operation, ResponseHeader } from '../operation'
import { responseOf } from '../operation'
import { makeResponseSampler } from '../sample-response'
import { makeSampler } from '../sampler'
import type { Seed } from '../seeded-random'
import type { Exchange } from './exchange'

export type ExchangeSampler = (operation: Operation, status: number, seed: Seed) => Exchange

/** Generates valid exchanges; equal seeds give equal exchanges. */
export function makeExchangeSampler(contract: Contract): ExchangeSampler {
  const sample = makeSampler(contract.schemas)
  const sampleAnswer = makeResponseSampler(contract.operations, sample)
  const headerOf = ({ name, schema = {}, cookie }: ResponseHeader, seed: Seed): readonly [string, string] => {
    if (cookie) return [name, writeCookie(cookie, schema.pattern)]
    if (name === 'content-disposition') return [name, 'attachment; filename="file.txt"']
    return [name, String(sample(schema, seed))]
  }
  return (operation, status, seed) => {
    const { operationId, method, security } = operation
    const response = responseOf(operation, status)
    const body = sampleAnswer(operationId, status, seed)
    const type = response?.contentType === undefined ? [] : [['content-type', response.contentType] as const]
    return {
      request: {
        method: method.toUpperCase(),
        url: `http://localhost${contract.basePath}${addressOf(operation, one => sample(one, seed))}`,
        headers: security === 'bearer' ? [['authorization', 'Bearer at-1']] : [],
      },
      response: {
        status,
        headers: [...type, ...(response?.headers ?? []).map(header => headerOf(header, seed))],
        body: body instanceof Uint8Array ? body : bytesOf(body, response?.kind === 'json'),
      },
      milliseconds: 1,
    }
  }
}

function addressOf(
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

function bytesOf(body: unknown, isJson: boolean): Uint8Array {
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
