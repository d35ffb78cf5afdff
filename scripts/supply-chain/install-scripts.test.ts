import { describe, expect, it } from 'vitest'
import { installScriptProblems } from './install-scripts'
import { readProject } from './lockfile'

const lock = {
  packages: { 'node_modules/a': { version: '1.0.0', hasInstallScript: true }, 'node_modules/b': {} },
}

describe('K03 packages with install scripts', () => {
  it('K03 are those that somebody has read', () => {
    expect(installScriptProblems(readProject().lock)).toEqual([])
  })

  it('K03 are refused when they are new, deep in the tree too', () => {
    expect(installScriptProblems(lock, {})).toEqual([
      'node_modules/a 1.0.0 has an install script that nobody has read.',
    ])
    const deep = {
      packages: { 'node_modules/b/node_modules/c': { version: '2.0.0', hasInstallScript: true } },
    }
    expect(installScriptProblems(deep, {})).toHaveLength(1)
  })

  it('K03 leave the list when the script is gone', () => {
    expect(installScriptProblems(lock, { a: 'Reviewed.', b: 'Had one once.' })).toEqual([
      'b has no install script any more: take it off the list.',
    ])
  })
})
