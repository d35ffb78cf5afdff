import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compressBuild } from './compress-build'

const script = 'console.log("the app")\n'.repeat(200)
let dist: string

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'compressed-'))
  await mkdir(join(dist, 'assets'))
})

afterEach(() => rm(dist, { recursive: true }))

it('writes both encodings next to a file, identical at each run', async () => {
  const file = join(dist, 'assets/app-1.js')
  await writeFile(file, script)
  const total = await compressBuild(dist)
  const [br, gz] = await Promise.all([readFile(`${file}.br`), readFile(`${file}.gz`)])
  expect(brotliDecompressSync(br).toString()).toBe(script)
  expect(gunzipSync(gz).toString()).toBe(script)
  expect(total).toEqual({ files: 1, identity: script.length, br: br.length, gzip: gz.length })
  // The four bytes of the time, and the operating system (RFC 1952, 2.3).
  expect([...gz.subarray(4, 8), gz[9]]).toEqual([0, 0, 0, 0, 255])
  await compressBuild(dist)
  expect([await readFile(`${file}.br`), await readFile(`${file}.gz`)]).toEqual([br, gz])
})

it.each([
  ['assets/font-1.woff2', script],
  ['assets/tiny-1.js', 'one()'],
  // A deployment replaces this file, and the compressed copy would be served instead.
  ['config.json', JSON.stringify({ text: script })],
])('does not compress %s', async (name, text) => {
  await writeFile(join(dist, name), text)
  await compressBuild(dist)
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  expect(entries.filter(entry => entry.isFile()).map(entry => entry.name)).toEqual([name.split('/').at(-1)])
})

it('writes no copy that is larger than the file', async () => {
  await writeFile(join(dist, 'assets/noise-1.svg'), randomBytes(4000))
  expect(await compressBuild(dist)).toEqual({ files: 1, identity: 4000, br: 4000, gzip: 4000 })
  expect(await readdir(join(dist, 'assets'))).toEqual(['noise-1.svg'])
})
