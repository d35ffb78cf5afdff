import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface LockedPackage {
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  dev?: boolean
  link?: boolean
  inBundle?: boolean
  hasInstallScript?: boolean
}

const manifest = JSON.parse(read('package.json'))
const lock: { lockfileVersion: number; packages: Record<string, LockedPackage> } = JSON.parse(
  read('package-lock.json'),
)
const workspaces: string[] = manifest.workspaces
const manifests = [manifest, ...workspaces.map(path => JSON.parse(read(`${path}/package.json`)))]
const wanted: [string, string][] = manifests.flatMap(({ dependencies, devDependencies }) =>
  Object.entries({ ...dependencies, ...devDependencies } as Record<string, string>),
)
const packages = Object.entries(lock.packages)
  .filter(
    ([path, { resolved = path, link }]) =>
      path !== '' && !(workspaces.includes(resolved) && (link || path === resolved)),
  )
  .map(([path, entry]) => ({ path, ...entry, name: entry.name ?? path.split('node_modules/').at(-1) ?? '' }))

test('K01 the lockfile has a checksum for every package, names no other source, and matches package.json', () => {
  expect(lock.lockfileVersion).toBe(3)
  const { dependencies, devDependencies, engines } = lock.packages[''] as typeof manifest
  expect({ dependencies, devDependencies, engines }).toEqual({
    dependencies: manifest.dependencies,
    devDependencies: manifest.devDependencies,
    engines: manifest.engines,
  })
  const suspicious = packages.filter(
    ({ integrity, inBundle, resolved, link }) =>
      link || resolved !== undefined || !(inBundle || /^sha512-[\w+/]{86}==$/.test(integrity ?? '')),
  )
  expect(suspicious).toEqual([])
  const versions = Object.fromEntries(
    wanted.map(([name]) => [name, lock.packages[`node_modules/${name}`]?.version]),
  )
  expect(versions).toEqual(
    Object.fromEntries(wanted.map(([name, version]) => [name, version.split('@').at(-1)])),
  )
})

test('K02 versions are exact, fresh ones wait a week, and packages run no scripts', () => {
  const exact = /^(?:npm:[\w@/.-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/
  expect(wanted.filter(([, version]) => !exact.test(version))).toEqual([])
  const settings = read('.npmrc')
    .split('\n')
    .filter(line => /^[^#;]/.test(line))
  expect(settings.filter(line => line !== '').toSorted()).toEqual([
    'fund=false',
    'ignore-scripts=true',
    'min-release-age=7',
    'omit-lockfile-registry-resolved=true',
    'save-exact=true',
  ])
})

test('K03 the packages with install scripts are the reviewed ones', () => {
  // esbuild (of tsx) checks its binary; msw would copy its worker, which mocks/hosts/worker-plugin.ts serves from
  // the package.
  const names = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
  expect([...new Set(names)].sort()).toEqual(['esbuild', 'msw'])
})

test('K05 no package is a version known to be malicious', () => {
  // The list holds past incidents near a tree like this one; `npm audit` asks the registry about the rest.
  const incidents: { versions: Record<string, string> }[] = JSON.parse(read('scripts/denied-versions.json'))
  const isDenied = (name: string, version: string) =>
    incidents.some(({ versions }) => {
      const bad = Object.hasOwn(versions, name) ? versions[name]?.split(' ') : undefined
      return bad?.includes('*') || bad?.includes(version) || false
    })
  expect(isDenied('@tanstack/react-router', '1.169.5')).toBe(true)
  expect(packages.filter(({ name, version = '' }) => isDenied(name, version))).toEqual([])
})

test('K06 every licence is known and allowed', () => {
  const shipped = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'OFL-1.1', 'Unlicense']
  const tools = [
    ...shipped,
    'BlueOak-1.0.0',
    'CC-BY-4.0',
    'CC0-1.0',
    'MIT-0',
    'MPL-2.0',
    'PSF-2.0',
    'Python-2.0',
    'Zlib',
  ]
  const choices = (license = '') => license.replace(/^\(|\)$/g, '').split(' OR ')
  const refused = packages.filter(
    ({ license, dev }) =>
      !choices(license).some(one =>
        one.split(' AND ').every(part => (dev ? tools : shipped).includes(part.trim())),
      ),
  )
  expect(refused).toEqual([])
})

test('K07 the workflow can only read, runs on our own triggers, and pins its actions by hash', () => {
  const text = read('.github/workflows/ci.yml')
  const workflow = parse(text) as {
    on: Record<string, unknown>
    permissions: unknown
    jobs: Record<
      string,
      { steps: { uses?: string; with?: Record<string, unknown> }[]; permissions?: unknown }
    >
  }
  expect(Object.keys(workflow.on).toSorted()).toEqual(['pull_request', 'push'])
  expect(workflow.permissions).toEqual({ contents: 'read' })
  for (const job of Object.values(workflow.jobs)) {
    expect(job.permissions).toBeUndefined()
    for (const { uses, with: settings } of job.steps) {
      if (uses) expect(uses).toMatch(/@[0-9a-f]{40}$/)
      if (uses?.startsWith('actions/checkout@')) expect(settings?.['persist-credentials']).toBe(false)
    }
  }
  // No text that an outsider controls reaches a script, and documented actions are pinned too.
  expect(text).not.toMatch(/\$\{\{[^}]*(?:github\.(?:event|head_ref|ref_name|actor)|inputs)/)
  const documented = ['README.md', 'CONTRIBUTING.md', 'packages/drift/README.md'].flatMap(path => [
    ...read(path).matchAll(/uses: (\S+)/g),
  ])
  // One of the own repository has no version.
  expect(documented.filter(([, uses = '']) => !/^\.\/|@[0-9a-f]{40}$/.test(uses))).toEqual([])
})
