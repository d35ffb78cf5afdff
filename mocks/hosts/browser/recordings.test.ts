import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, loadConfigFromFile } from 'vite'
import { expect, it, onTestFinished, vi } from 'vitest'

const recording = {
  kind: 'flagship-recording',
  version: 1,
  name: 'staging',
  recordedAt: '2026-11-22T08:00:00Z',
  exchanges: [],
}

/** Builds the module beside a valid recording and one with merge conflicts. */
async function buildModule(command: 'build' | 'serve', mode: string): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'recordings-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of ['hosts/browser', 'recordings']) mkdirSync(join(root, folder), { recursive: true })
  cpSync(join(import.meta.dirname, 'recordings.ts'), join(root, 'hosts/browser/recordings.ts'))
  writeFileSync(join(root, 'recordings/staging.json'), JSON.stringify(recording))
  writeFileSync(join(root, 'recordings/broken.json'), '<<<<<<< HEAD\n{}')
  const config = await loadConfigFromFile(
    { command, mode },
    join(import.meta.dirname, '../../../vite.config.ts'),
  )
  const outDir = join(root, 'out')
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    ...(config?.config.define && { define: config.config.define }),
    build: {
      outDir,
      minify: false,
      lib: { entry: 'hosts/browser/recordings.ts', formats: ['es'], fileName: () => 'all.mjs' },
    },
  })
  return join(outDir, 'all.mjs')
}

it.each([
  ['build', 'demo'],
  ['build', 'production'],
] as const)('a %s for %s contains no recordings', async (command, mode) => {
  const folder = dirname(await buildModule(command, mode))
  const strings = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name =>
    readFileSync(join(folder, name), 'utf8'),
  )
  expect(strings.length).toBeGreaterThan(0)
  for (const text of strings) expect(text).not.toContain('2026-11-22')
})

it('the development server offers every recording and warns of an invalid file', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const module = await import(pathToFileURL(await buildModule('serve', 'development')).href)
  expect(await module.readRecordings()).toEqual([recording])
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^\.\.\/\.\.\/recordings\/broken\.json is no recording/)],
  ])
})
