import type { Operation } from './operation'
import { responseOf } from './operation'
import type { SampleOptions, Sampler } from './sampler'
import { createRandom, hash, type Seed } from './seeded-random'

export type ResponseSampler = (
  operationId: string,
  status: number,
  seed: Seed,
  options?: SampleOptions,
) => unknown

/** Samples responses: JSON as data, text as a string, downloads as a Uint8Array, undefined for an empty one. */
export function makeResponseSampler(operations: readonly Operation[], sample: Sampler): ResponseSampler {
  const byId = new Map(operations.map(operation => [operation.operationId, operation]))
  return (operationId, status, seed, options) => {
    const operation = byId.get(operationId)
    const response = operation && responseOf(operation, status)
    if (!response) throw new RangeError(`The contract documents no answer ${status} of ${operationId}.`)
    const own = hash(operationId, status, seed)
    if (response.kind === 'empty') return undefined
    if (response.kind === 'binary') return sampleBytes(own)
    return sample(response.schema ?? {}, own, options)
  }
}

/** Not valid UTF-8, so that a client that reads a download as text fails. */
function sampleBytes(seed: Seed): Uint8Array<ArrayBuffer> {
  const random = createRandom('bytes', seed)
  const bytes = new Uint8Array(random.int(64, 256))
  for (let index = 0; index < bytes.length; index++) bytes[index] = random.int(0, 255)
  bytes.set([0x00, 0xff, 0xfe])
  return bytes
}
