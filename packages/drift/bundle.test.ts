import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeBundle, writeCommand } from './bundle'

let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-bundle-'))
  file = join(folder, 'contract-drift.mjs')
  writeCommand(await makeBundle('packages/drift/drift.ts'), file)
}, 60_000)

afterAll(() => rm(folder, { recursive: true }))

/** Runs the file by itself, as a command, in its folder where nothing else is. */
const run = (...parameters: string[]) =>
  new Promise<{ code: number; out: string; err: string }>(done => {
    // Windows starts no file by its first line.
    const [program, ...first] = process.platform === 'win32' ? [process.execPath, file] : [file]
    execFile(program, [...first, ...parameters], { cwd: folder }, (error, out, err) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    )
  })

/** What npm prints. */
const npm = async (cwd: string, ...parameters: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)('npm', parameters, {
    cwd,
    shell: process.platform === 'win32',
  })
  return stdout
}

describe('the drift check in one file', () => {
  test('is alone in its folder, may be run, and is small', async () => {
    expect(await readdir(folder)).toEqual(['contract-drift.mjs'])
    const { mode, size } = await stat(file)
    if (process.platform !== 'win32') expect(mode & 0o111).toBe(0o111)
    expect(size).toBeLessThan(1_500_000)
  })

  test('imports nothing but Node and carries its licences', async () => {
    const text = await readFile(file, 'utf8')
    // Nothing is asked of the whole text: a failure would print a megabyte.
    const [head = ''] = text.split('*/\n', 1)
    const code = text.slice(head.length)
    const named = [...code.matchAll(/(?:^|[;}\n])import(?:[^'"`;()]*?from)?\s*["']([^"']+)["']/g)]
    const asked = [...code.matchAll(/\b(?:import|require)\(\s*["'`]([^"'`]+)["'`]/g)]
    const names = [...named, ...asked].map(match => match[1] ?? '')
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter(name => !isBuiltin(name))).toEqual([])
    expect(head).toMatch(/^#!\/usr\/bin\/env node\n\/\*!\nThis file carries:/)
    expect(head).toMatch(/\nyaml [\d.]+\n\nCopyright [\s\S]*Permission to use, copy/)
  })

  test('says its version and its help, and refuses what it does not know', async () => {
    const [version, help, wrong] = await Promise.all([
      run('--version'),
      run('--help'),
      run('--no-such-option'),
    ])
    expect(version).toMatchObject({ code: 0, err: '' })
    expect(version.out).toMatch(/^\d+\.\d+\.\d+ \(contract \d+\.\d+\.\d+\)\n$/)
    expect(help).toMatchObject({ code: 0, err: '' })
    expect(help.out).toContain('--url')
    expect(wrong).toMatchObject({ code: 2, out: '' })
    expect(wrong.err).toContain('--no-such-option')
  })

  test('tells by exit code 3 that no server answers', async () => {
    const { code, err } = await run('--url', 'http://127.0.0.1:9/api')
    expect(err).not.toContain('The check itself has failed')
    expect(code).toBe(3)
  })

  test('installs from its tarball in an empty folder, without another package', async () => {
    const own = join(folder, 'package')
    const { files, bin } = JSON.parse(await readFile('packages/drift/package.json', 'utf8'))
    for (const path of ['package.json', 'README.md', ...files])
      if (path !== 'dist') await cp(join('packages/drift', path), join(own, path), { recursive: true })
    await cp(file, join(own, bin['flagship-drift']))
    await npm(own, 'pack', '--ignore-scripts', '--pack-destination', folder)
    const [tarball = ''] = (await readdir(folder)).filter(name => name.endsWith('.tgz'))
    const empty = join(folder, 'empty')
    await mkdir(empty)
    await npm(empty, 'install', '--offline', '--no-audit', '--no-fund', join(folder, tarball))
    const modules = join(empty, 'node_modules')
    expect((await readdir(modules)).filter(name => !name.startsWith('.'))).toEqual(['flagship-drift'])
    const installed = await readdir(join(modules, 'flagship-drift'), { recursive: true })
    for (const path of [...files, 'README.md', bin['flagship-drift']])
      expect(installed.map(name => name.replaceAll('\\', '/'))).toContain(path)
    expect(await npm(empty, 'exec', '--offline', '--', 'flagship-drift', '--version')).toMatch(/\(contract /)
  }, 60_000)
})
