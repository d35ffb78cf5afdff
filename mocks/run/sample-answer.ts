import { type OperationResponse, responseOf } from '../../scripts/lib/operation'
import { makeSampler } from '../../scripts/lib/sampler'
import { hash } from '../../scripts/lib/seeded-random'
import { sampleResponse, schemas } from '../samplers.gen'
import type { Question } from './answer-call'
import type { PlainAnswer } from './check-answer'

const sampleValue = makeSampler(schemas)

/** The same question to the same database always has the same sampled answer. */
export function sampleAnswer({ operation, db, call }: Question): PlainAnswer {
  const { operationId, responses } = operation
  const status = responses.find(response => response.status < 300)?.status ?? 200
  const seed = hash(db.seed, operationId, JSON.stringify([call.params, call.query]))
  const body = sampleResponse(operationId, status, seed, { now: db.now() })
  const response = responseOf(operation, status)
  return {
    status,
    ...(response?.kind !== 'empty' && { body }),
    ...(response && sampleHeaders(response, seed)),
  }
}

/** Only what an answer must carry. */
function sampleHeaders(
  { headers }: OperationResponse,
  seed: number,
): Pick<PlainAnswer, 'headers' | 'cookies'> {
  const values = headers
    .filter(({ required }) => required)
    .map(({ name, schema }) => [name, headerText(sampleValue(schema ?? {}, hash(name, seed)))] as const)
  return {
    headers: Object.fromEntries(values.filter(([name]) => name !== 'set-cookie')),
    cookies: values.filter(([name]) => name === 'set-cookie').map(([, value]) => value),
  }
}

/** A header holds nothing but ASCII; what a pattern asks for by name is that already. */
function headerText(value: unknown): string {
  return String(value).replace(/[^\x20-\x7e]/gu, encodeURIComponent)
}
