import { expect, it } from 'vitest'
import { readRecordings } from './recordings'

it('every recording of the project can be played', () => {
  const warnings: string[] = []
  readRecordings(undefined, message => warnings.push(message))
  expect(warnings).toEqual([])
})
