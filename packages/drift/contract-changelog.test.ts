import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadContract } from '../contract/load-contract'
import { readContract } from '../contract/read-contract'
import { describeChanges } from './contract-changelog'

const contract = loadContract(join(import.meta.dirname, '../../openapi'))

/** The contract after one replacement in its text. */
const edited = (from: string, to: string) => {
  const text = JSON.stringify(contract.document)
  expect(text).toContain(from)
  return readContract(JSON.parse(text.replace(from, to)))
}

test('the same contract has no changes', () => {
  expect(describeChanges(contract, contract)).toEqual({ lines: [] })
})

test('a removed operation is breaking, and the first number of the version has to rise', () => {
  const { paths } = JSON.parse(JSON.stringify(contract.document))
  const { '/feedback': _, ...others } = paths
  const { lines, problem } = describeChanges(contract, readContract({ ...contract.document, paths: others }))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^- breaking, `\w+ operation`: operation removed\./)
  expect(problem).toContain('Raise the first number')
})

test('an added operation needs the second number only', () => {
  const { paths } = JSON.parse(JSON.stringify(contract.document))
  const { '/feedback': _, ...others } = paths
  const before = readContract({ ...contract.document, paths: others })
  const { lines, problem } = describeChanges(before, contract)
  expect(lines).toEqual(['- information, `sendFeedback`: operation added.'])
  expect(problem).toContain('Raise the second number')
  const version = (contract.document.info as { version: string }).version
  const next = edited(`"version":"${version}"`, '"version":"1.99.0"')
  expect(describeChanges(before, next)).not.toHaveProperty('problem')
})

test('what a server that keeps the old contract has to change raises the first number, though no client notices', () => {
  const { lines, problem } = describeChanges(
    contract,
    edited(
      '"required":["difficulty","points","important","status","visible"]',
      '"required":["title","difficulty","points","important","status","visible"]',
    ),
  )
  expect(lines.filter(line => line.includes('for servers'))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^- breaking for servers, `getTask answer 200 \/title`: required answer field became optional\. /,
      ),
    ]),
  )
  expect(problem).toContain('Raise the first number')
})

test('a longer value that clients may send is a duty of servers', () => {
  const { lines, problem } = describeChanges(contract, edited('"maxLength":1500', '"maxLength":3000'))
  expect(lines.some(line => /^- degraded for servers, `sendFeedback /.test(line))).toBe(true)
  expect(problem).toContain('Raise the first number')
})
