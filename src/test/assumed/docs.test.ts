import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findAssumedItems } from './assumed-items'

const rows = readFileSync(new URL('../../../docs/assumed.md', import.meta.url), 'utf8')
  .split('\n')
  .flatMap(line => line.match(/^\| `(.+?)` \| .+ \|$/)?.[1] ?? [])

test('docs/assumed.md has a row for each assumed item of the contract', () => {
  expect(rows.toSorted()).toEqual(
    findAssumedItems()
      .map(({ name }) => name)
      .toSorted(),
  )
})
