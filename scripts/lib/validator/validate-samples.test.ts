import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { loadContract } from '../load-contract'
import { loadTorture } from '../torture'
import { makeExchangeSampler } from './sample-exchange'
import { validateExchange } from './validate-exchange'

const contract = loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))

describe('valid exchanges', () => {
  test.each([
    ['the contract', contract],
    ['a contract with every construct', loadTorture()],
  ])('sampled responses of %s give no finding, with and without an expected status', (_, one) => {
    const sample = makeExchangeSampler(one)
    const findings = one.operations.flatMap(operation =>
      operation.responses.flatMap(({ status }) =>
        Array.from({ length: status < 400 ? 8 : 1 }, (_, seed) => sample(operation, status, seed)).flatMap(
          exchange => [
            ...validateExchange(one, exchange),
            ...validateExchange(one, exchange, { outcomes: [{ status }] }),
          ],
        ),
      ),
    )
    expect(findings).toEqual([])
  })
})
