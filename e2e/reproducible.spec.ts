import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect } from '@playwright/test'
import { isThorough, test, thoroughOnly } from './platform'

test.skip(!isThorough, thoroughOnly)

const root = join(import.meta.dirname, '..')
const sources = [
  'deploy',
  'index.html',
  'mocks',
  'openapi',
  'packages',
  'package.json',
  'public',
  'scripts',
  'src',
]
const rootFiles = ['terminal.html', 'tsconfig.json', 'vite.config.ts']

const nextYear =
  'const now=Date.now;Date=class extends Date{constructor(...a){a.length?super(...a):super(now()+4e10)}static now(){return now()+4e10}}'
const elsewhere = {
  TZ: 'Pacific/Auckland',
  LANG: 'C',
  LC_ALL: 'C',
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(nextYear)}`,
}

/** Without compression, which takes most of the time of a build and depends only on the files. */
const commands = [
  ['vite/bin/vite.js', 'build', '--manifest'],
  ['tsx/dist/cli.mjs', 'scripts/prerender.ts'],
]

function hashFiles(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    entry => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name),
  )
  const paths = files.map(entry => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    paths.map(path => [
      relative(folder, path),
      createHash('sha256').update(readFileSync(path)).digest('hex'),
    ]),
  )
}

test('K08 a build in another folder, time zone, language and year gives the same bytes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'second-build-'))
  try {
    for (const name of [...sources, ...rootFiles])
      cpSync(join(root, name), join(folder, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const env = { ...process.env, ...elsewhere }
    for (const [program = '', ...parameters] of commands) {
      const options = { cwd: folder, env, encoding: 'utf8' } as const
      const script = join(root, 'node_modules', program)
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...parameters], options)
      expect(status, stdout + stderr).toBe(0)
    }
    expect(hashFiles(join(folder, 'dist'))).toEqual(hashFiles(join(root, 'dist')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
