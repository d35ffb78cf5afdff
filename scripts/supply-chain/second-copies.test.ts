import { describe, expect, it } from 'vitest'
import { readProject } from './lockfile'
import { copyProblems } from './second-copies'

const lock = {
  packages: {
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '1.0.0' },
    'node_modules/b/node_modules/a': { version: '2.0.0' },
  },
}

describe('K06 second versions of a package', () => {
  it('K06 are those that somebody has looked at', () => {
    expect(copyProblems(readProject().lock)).toEqual([])
  })

  it('K06 are told when they are new and when they are gone', () => {
    expect(copyProblems(lock, {})).toEqual(['b brings a 2.0.0, a second version of it.'])
    expect(copyProblems(lock, { 'b > a': 'Reviewed.', c: 'Gone.' })).toEqual([
      'c is no second version any more: take it off the list.',
    ])
  })

  it('K06 are looked at one by one where they are shipped, and by their holder among the tools', () => {
    const another = {
      packages: {
        ...lock.packages,
        'node_modules/react': { version: '2.0.0' },
        'node_modules/b/node_modules/react': { version: '1.0.0' },
      },
    }
    expect(copyProblems(another, { 'b > a': 'Reviewed.' })).toEqual([
      'b brings react 1.0.0, a second version of it.',
    ])
    const tool = {
      packages: { ...lock.packages, 'node_modules/b/node_modules/a': { version: '2.0.0', dev: true } },
    }
    expect(copyProblems(tool, { b: 'Reviewed.' })).toEqual([])
  })

  it('K06 do not count twice what is the same version', () => {
    const same = { packages: { ...lock.packages, 'node_modules/b/node_modules/a': { version: '1.0.0' } } }
    expect(copyProblems(same, {})).toEqual([])
  })
})
