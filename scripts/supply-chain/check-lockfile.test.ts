import { describe, expect, it } from 'vitest'
import { lockfileProblems } from './check-lockfile'
import { type Lockfile, type Manifest, readProject } from './lockfile'

const integrity = `sha512-${'a'.repeat(86)}==`
const manifest: Manifest = { name: 'a', version: '1.0.0', dependencies: { b: '2.0.0' } }
const clean: Lockfile = {
  lockfileVersion: 3,
  packages: {
    '': { ...manifest },
    'node_modules/b': { version: '2.0.0', integrity },
    'node_modules/b/node_modules/c': { version: '3.0.0', inBundle: true },
  },
}

const withEntry = (entry: object): Lockfile => ({
  ...clean,
  packages: { ...clean.packages, 'node_modules/d': { version: '1.0.0', integrity, ...entry } },
})

describe('K01 the lockfile', () => {
  it('K01 of the project holds a checksum for every package, takes none from elsewhere, and agrees with package.json', () => {
    const { lock, manifest } = readProject()
    expect(Object.keys(lock.packages).length).toBeGreaterThan(300)
    expect(lockfileProblems(lock, manifest)).toEqual([])
  })

  it('K01 may hold packages that came inside another one', () => {
    expect(lockfileProblems(clean, manifest)).toEqual([])
  })

  it('K01 may hold a second version under another name, if it is that package', () => {
    const asked = { ...manifest, devDependencies: { 'b-3': 'npm:b@3.0.0' } }
    const locked = (entry: object): Lockfile => ({
      ...clean,
      packages: {
        ...clean.packages,
        '': asked,
        'node_modules/b-3': { version: '3.0.0', integrity, ...entry },
      },
    })
    expect(lockfileProblems(locked({ name: 'b' }), asked)).toEqual([])
    expect(lockfileProblems(locked({ name: 'c' }), asked)).toHaveLength(1)
    expect(lockfileProblems(locked({ name: 'b', version: '3.0.1' }), asked)).toHaveLength(1)
    expect(lockfileProblems(locked({}), asked)).toHaveLength(1)
  })

  it.each([
    [{ integrity: undefined }, 'no SHA-512 checksum'],
    [{ integrity: '' }, 'no SHA-512 checksum'],
    [{ integrity: 'sha1-aaaaaaaaaaaaaaaaaaaaaaaaaaa=' }, 'no SHA-512 checksum'],
    [{ integrity: `${integrity} sha1-aaaa` }, 'no SHA-512 checksum'],
    [{ integrity: undefined, inBundle: true }, 'no SHA-512 checksum'],
    [{ resolved: 'git+ssh://git@git.example/a/d.git#0123456' }, 'not from the registry'],
    [{ resolved: 'http://registry.example/d/-/d-1.0.0.tgz' }, 'not from the registry'],
    [{ resolved: 'https://files.example/d-1.0.0.tgz' }, 'not from the registry'],
    [{ resolved: '../d', link: true }, 'a link to a folder'],
    [{ version: undefined }, 'no version'],
  ])('K01 is refused with the entry %j', (entry, problem) => {
    expect(lockfileProblems(withEntry(entry), manifest)).toEqual([expect.stringContaining(problem)])
  })

  it.each<[string, Lockfile, Manifest]>([
    ['lockfileVersion is 2', { ...clean, lockfileVersion: 2 }, manifest],
    ['dependencies differs', clean, { ...manifest, dependencies: {} }],
    ['devDependencies differs', clean, { ...manifest, devDependencies: { b: '2.0.0' } }],
    ['version differs', clean, { ...manifest, version: '1.0.1' }],
    ['engines differs', clean, { ...manifest, engines: { node: '>=22' } }],
    ['b is locked at another', clean, { ...manifest, dependencies: { b: '2.0.1' } }],
    ['b is locked at another', { ...clean, packages: { '': { ...manifest } } }, manifest],
  ])('K01 is refused when %s', (problem, lock, manifest) => {
    expect(lockfileProblems(lock, manifest).join('\n')).toContain(problem)
  })
})
