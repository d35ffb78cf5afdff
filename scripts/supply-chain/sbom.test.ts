import { expect, it } from 'vitest'
import { readProject } from './lockfile'
import { makeSbom, onlyShipped, type Sbom, sbomProblems } from './sbom'

it('K06 the bill of materials holds every shipped package with its checksum and licence', {
  timeout: 60_000,
}, () => {
  const { lock } = readProject()
  const sbom = makeSbom(lock)
  expect(sbomProblems(sbom, lock)).toEqual([])
  const names = sbom.components.map(component => component.name)
  expect(names).toContain('react')
  expect(names).not.toContain('vitest')
})

const component = { name: 'a', version: '1.0.0', 'bom-ref': 'a@1.0.0' }
const hashes = [{ alg: 'SHA-512', content: '00' }]
const lock = {
  packages: { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0', dev: true } },
}

it.each<[string, Partial<Sbom>]>([
  ['The format is SPDX', { bomFormat: 'SPDX' }],
  ['a 1.0.0 is missing', { components: [] }],
  ['a 1.0.0 is missing', { components: [{ ...component, version: '1.0.1', hashes, licenses: [{}] }] }],
  ['a 1.0.0 has no checksum', { components: [{ ...component, licenses: [{}] }] }],
  ['a 1.0.0 has no licence', { components: [{ ...component, hashes, licenses: [] }] }],
])('K06 a bill of materials is refused when %s', (problem, change) => {
  const sbom = { bomFormat: 'CycloneDX', components: [{ ...component, hashes, licenses: [{}] }], ...change }
  expect(sbomProblems(sbom, lock)).toEqual([expect.stringContaining(problem)])
})

it('K06 a bill of materials leaves out the tools, and that anything depends on them', () => {
  const tool = { ...component, 'bom-ref': 'b@1.0.0', name: 'b' }
  const dependencies = [
    { ref: 'project', dependsOn: ['a@1.0.0', 'b@1.0.0'] },
    { ref: 'b@1.0.0', dependsOn: ['a@1.0.0'] },
    { ref: 'a@1.0.0' },
  ]
  expect(onlyShipped({ bomFormat: 'CycloneDX', components: [component, tool], dependencies }, lock)).toEqual({
    bomFormat: 'CycloneDX',
    components: [component],
    dependencies: [
      { ref: 'project', dependsOn: ['a@1.0.0'] },
      { ref: 'a@1.0.0', dependsOn: [] },
    ],
  })
})
