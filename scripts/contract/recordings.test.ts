import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from './test-command'

const folder = mkdtempSync(join(tmpdir(), 'recordings-'))
const servers: Server[] = []
const spec = join(folder, 'openapi.json')
writeFileSync(spec, '{"openapi":"3.1.0","paths":{}}')

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise(resolve => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
}

afterAll(() => {
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true })
})

test.each([
  [[], 'Of \\S+ the calls to https://stage.example were checked, but not 1 call to https://tracker.example.'],
  // A local document, so that nothing is requested from the network.
  [
    ['--url', 'https://tracker.example/api', '--live', 'off', '--spec', spec],
    'tracker.example were checked, but not 2',
  ],
  [
    ['--url', 'https://dev.example/api', '--live', 'off', '--spec', spec],
    'no call to https://dev.example; those to https://stage',
  ],
])('checks only the calls to the own server in a recording: %j', async (argv, note) => {
  const line = (url: string) =>
    JSON.stringify({ request: { method: 'GET', url, headers: [] }, response: { status: 204, headers: [] } })
  const path = '/api/status?task_id=1&group_id=1'
  const hosts = [
    'https://tracker.example/api/events',
    `https://stage.example${path}`,
    `https://stage.example${path}`,
  ]
  const record = join(folder, 'hosts.ndjson')
  writeFileSync(record, hosts.map(line).join('\n'))
  const { out } = await runCommand(undefined, '--har', record, ...argv)
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(note))
  expect(out.includes('GET /events')).toBe(argv[1] === 'https://tracker.example/api')
})

test('a recording proxy checks the traffic when it is stopped', async () => {
  const group = JSON.stringify({
    status: 'off',
    endpoints: 'none',
    password: 'secret-word',
    note: 'other-word',
  })
  const url = await serve((_, response) => response.setHeader('content-type', 'application/json').end(group))
  const free = new URL(await serve(() => undefined)).port
  await new Promise(closed => servers.pop()?.close(closed))
  const record = join(folder, 'traffic.ndjson')
  const controller = new AbortController()
  const onError = (text: string) => {
    if (!text.startsWith('Recording: send the calls to')) return
    const call = fetch(`http://127.0.0.1:${free}/api/status?task_id=1&group_id=1`)
    void call.then(answer => answer.text()).then(() => controller.abort())
  }
  const ending = { signal: controller.signal, onError }
  const argv = ['--url', url, '--proxy', free, '--record', record, '--login', 'ann:other-word']
  const { code, out, err } = await runCommand(ending, ...argv)
  expect(err).toContain('Recorded 1 exchange.')
  expect(out).toContain('breaking DR32 list became an object\n  GET /status, answer 200 /endpoints')
  expect(out + readFileSync(record, 'utf8')).not.toMatch(/secret-word|other-word/)
  expect(code).toBe(1)
})
