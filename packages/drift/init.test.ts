import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readFixtures } from './probe/probe-options'
import { runCommand } from './test-command'

const home = process.cwd()
afterEach(() => process.chdir(home))

test('init writes a job, a configuration and fixtures, and overwrites nothing', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await new Promise(done => server.once('listening', done))
  const { port } = server.address() as { port: number }
  await new Promise(done => server.close(done))
  process.chdir(mkdtempSync(join(tmpdir(), 'drift-init-')))
  writeFileSync('flagship-drift-1.0.0.tgz', '')
  writeFileSync('drift-fixtures.json', '{"logins":{}}')
  const url = `http://127.0.0.1:${port}/api`
  const { code, out } = await runCommand(undefined, 'init', '--url', url)
  expect(code).toBe(0)
  expect(out).toContain('Left as they are: drift-fixtures.json.')
  expect(out).toContain(`Inconclusive: Nothing answers at ${url}.`)
  expect(readFileSync('drift-fixtures.json', 'utf8')).toBe('{"logins":{}}')
  expect(JSON.parse(readFileSync('flagship-drift.json', 'utf8'))).toMatchObject({ url, wait: 60 })
  const job = readFileSync('.github/workflows/drift.yml', 'utf8')
  expect(job).toContain('run: npx --yes ./flagship-drift-1.0.0.tgz --format text,github,md --out drift')
})

test('init in a GitLab repository writes a job to include and fixtures that can be read', async () => {
  process.chdir(mkdtempSync(join(tmpdir(), 'drift-init-')))
  writeFileSync('flagship-drift-1.0.0.tgz', '')
  writeFileSync('.gitlab-ci.yml', '')
  const { out } = await runCommand(undefined, 'init', '--url', 'http://127.0.0.1:9/api')
  expect(out).toContain('include: { local: .gitlab/drift.yml }')
  expect(readFixtures(readFileSync('drift-fixtures.json', 'utf8'))).toEqual({ logins: {}, values: {} })
})

test('init without the tarball in the repository writes nothing, least of all a name of the registry', async () => {
  process.chdir(mkdtempSync(join(tmpdir(), 'drift-init-')))
  const { code, err } = await runCommand(undefined, 'init', '--url', 'http://127.0.0.1:9/api')
  expect(code).toBe(2)
  expect(err).toContain('copy it to tools/')
  expect(readdirSync('.')).toEqual([])
})

test('init says whether it signed in and how much the baseline accepts', async () => {
  const server = createServer((_, response) =>
    response.writeHead(500, { 'content-type': 'application/json' }).end('{}'),
  ).listen(0, '127.0.0.1')
  await new Promise(done => server.once('listening', done))
  const { port } = server.address() as { port: number }
  process.chdir(mkdtempSync(join(tmpdir(), 'drift-init-')))
  writeFileSync('flagship-drift-1.0.0.tgz', '')
  const { out } = await runCommand(undefined, 'init', '--url', `http://127.0.0.1:${port}/api`)
  await new Promise(done => server.close(done))
  const { accepted } = JSON.parse(readFileSync('drift-baseline.json', 'utf8'))
  expect(out).toContain(
    `answered, without a login; ${accepted.length} findings that would fail the job are in drift-baseline.json.`,
  )
})
