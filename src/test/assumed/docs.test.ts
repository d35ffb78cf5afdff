import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readMarks } from './marks'

const rows = readFileSync(new URL('../../../docs/assumed.md', import.meta.url), 'utf8')
  .split('\n')
  .flatMap(line => line.match(/^\| `(.+?)` \| .+ \|$/)?.[1] ?? [])

test('each assumed detail of the contract has a row that says what is lost without it', () => {
  expect(rows.toSorted()).toEqual(
    readMarks()
      .map(({ name }) => name)
      .toSorted(),
  )
})
