import { describe, expect, it } from 'vitest'
import { licenceProblems } from './licences'
import { readProject } from './lockfile'

const lockOf = (entry: object) => ({ packages: { 'node_modules/a': { version: '1.0.0', ...entry } } })

describe('K06 licences', () => {
  it('K06 are all known, and on the list', () => {
    expect(licenceProblems(readProject().lock)).toEqual([])
  })

  it.each([
    {},
    { license: '' },
    { license: 'UNLICENSED' },
    { license: 'SEE LICENSE IN LICENSE.md' },
    { license: 'GPL-3.0-only', dev: true },
    { license: 'AGPL-3.0-or-later' },
    { license: 'MIT AND GPL-2.0-only' },
    { license: 'MPL-2.0' },
    { license: { type: 'MIT' } },
  ])('K06 are refused as %j', entry => {
    expect(licenceProblems(lockOf(entry))).toHaveLength(1)
  })

  it.each([{ license: 'MIT' }, { license: '(MIT OR GPL-3.0-only)' }, { license: 'MPL-2.0', dev: true }])(
    'K06 are allowed as %j',
    entry => {
      expect(licenceProblems(lockOf(entry))).toEqual([])
    },
  )
})
