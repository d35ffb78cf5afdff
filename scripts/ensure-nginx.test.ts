import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { missingForNginx } from './ensure-nginx'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  for (const name of ['nginx', 'jq', 'openssl', 'module.so']) await writeFile(join(folder, name), '')
  for (const name of ['nginx', 'jq', 'openssl']) await chmod(join(folder, name), 0o755)
})

afterAll(() => rm(folder, { recursive: true }))

it('misses nothing where both commands and the module are', () => {
  expect(missingForNginx({ path: `/nowhere:${folder}`, module: join(folder, 'module.so') })).toEqual([])
})

it('names the module that is not there', () => {
  const module = join(folder, 'gone.so')
  expect(missingForNginx({ path: folder, module })).toEqual([module])
})
