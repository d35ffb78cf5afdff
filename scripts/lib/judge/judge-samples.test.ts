import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { loadContract } from '../load-contract'
import { loadTorture } from '../torture'
import { judgeExchange } from './judge-exchange'
import { makeExchangeSampler } from './sample-exchange'

const contract = loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))

describe('what keeps the contract is never judged', () => {
  test.each([
    ['our contract', contract],
    ['a contract of every construct', loadTorture()],
  ])(
    'no sampled answer of %s gives a finding, with its status as the expectation and without one',
    (_, one) => {
      const sample = makeExchangeSampler(one)
      const findings = one.operations.flatMap(operation =>
        operation.responses.flatMap(({ status }) =>
          Array.from({ length: status < 400 ? 8 : 1 }, (_, seed) => sample(operation, status, seed)).flatMap(
            exchange => [
              ...judgeExchange(one, exchange),
              ...judgeExchange(one, exchange, { outcomes: [{ status }] }),
            ],
          ),
        ),
      )
      expect(findings).toEqual([])
    },
  )
})
