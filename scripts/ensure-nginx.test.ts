import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { missingForNginx, packages, tellMissing } from './ensure-nginx'

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

it('tells which package brings what is missing, and that nothing was run', () => {
  const told = tellMissing(['jq', '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'])
  expect(told).toMatch(
    /^No journey was run\..* jq, \S+static_module\.so \(package libnginx-mod-http-brotli-static/,
  )
  expect(told).toMatch(/apt-get install nginx libnginx-mod-http-brotli-static jq openssl$/)
})

const installsAll = new RegExp(`sudo apt-get install ([^\\n]*)${packages.join(' ')} openssl`)

it('is installed beforehand by the workflow, whose user is not root', () => {
  const workflow = readFileSync(new URL('../.github/workflows/ci.yml', import.meta.url), 'utf8')
  const steps = [...workflow.matchAll(/- run: (.*)/g)].map(([, command = '']) => command)
  expect(steps).toEqual([expect.stringMatching(installsAll), '.ci/run'])
})

it('is asked for in the README by the same names', () => {
  expect(readFileSync(new URL('../README.md', import.meta.url), 'utf8')).toMatch(installsAll)
})
