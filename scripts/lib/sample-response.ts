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

/** Samples answers: JSON as data, text as a string, downloads as a Uint8Array, undefined for an empty answer. */
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

/** Bytes that are no valid text, so that a client which reads a download as text is found out. */
function sampleBytes(seed: Seed): Uint8Array<ArrayBuffer> {
  const random = createRandom('bytes', seed)
  const bytes = new Uint8Array(random.int(64, 256))
  for (let index = 0; index < bytes.length; index++) bytes[index] = random.int(0, 255)
  bytes.set([0x00, 0xff, 0xfe])
  return bytes
}
