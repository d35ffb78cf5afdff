import { describe, expect, it } from 'vitest'
import { incidents } from './denied-versions'
import { deniedPackages } from './deny'
import { readProject } from './lockfile'

const lockOf = (path: string, version: string, name?: string) => ({
  packages: { [path]: { version, ...(name && { name }) } },
})

describe('K05 known bad versions', () => {
  it('K05 are not in the lockfile', () => {
    expect(deniedPackages(readProject().lock)).toEqual([])
  })

  const all = incidents.flatMap(({ name, versions }) =>
    Object.entries(versions).map(([bad, list]) => ({ incident: name, bad, list: list.split(' ') })),
  )

  it('K05 are each recognised at the top, inside another package and under another name', () => {
    const missed = all.flatMap(({ bad, list }) =>
      list.flatMap(entry => {
        const version = entry === '*' ? '0.0.1' : entry
        return [
          lockOf(`node_modules/${bad}`, version),
          lockOf(`node_modules/a/node_modules/${bad}`, version),
          lockOf('node_modules/alias', version, bad),
        ]
          .filter(lock => deniedPackages(lock).length !== 1)
          .map(() => `${bad}@${version}`)
      }),
    )
    expect(missed).toEqual([])
  })

  it('K05 hold the 84 of TanStack and 19 of chalk and debug, and each incident names its source', () => {
    const countOf = (part: string) =>
      all
        .filter(({ incident, list }) => incident.includes(part) && !list.includes('*'))
        .flatMap(row => row.list).length
    expect([countOf('all 84'), countOf('chalk')]).toEqual([84, 19])
    expect(incidents.filter(({ source }) => !/https:\/\/|GHSA-|MAL-/.test(source))).toEqual([])
  })

  it.each([
    ['node_modules/@tanstack/react-router', '1.169.6'],
    ['node_modules/debug', '4.4.3'],
    ['node_modules/not-debug', '4.4.2'],
    ['node_modules/constructor', '4.4.2'],
  ])('K05 leave %s %s alone', (path, version) => {
    expect(deniedPackages(lockOf(path, version))).toEqual([])
  })
})
