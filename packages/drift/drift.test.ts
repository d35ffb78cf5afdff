import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadContract } from '../contract/load-contract'
import { main } from './drift'
import { inconclusiveReason, probeInconclusiveReason } from './sources'
import { runCommand, sampleHar } from './test-command'

const folder = mkdtempSync(join(tmpdir(), 'contract-drift-'))
const { document } = loadContract('openapi')
const servers: Server[] = []

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise(resolve => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
}

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const run = (...argv: string[]) => runCommand(undefined, ...argv)

afterAll(() => {
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true })
})

const json = { 'content-type': 'application/json' }
const closedUrl = 'http://127.0.0.1:9/api'
const htmlUrl = await serve((_, response) =>
  response.setHeader('content-type', 'text/html').end('<html>It works</html>'),
)
const deafUrl = await serve((_, response) =>
  response.writeHead(401, json).end('{"detail":"Incorrect username or password"}'),
)
const emptyUrl = await serve((_, response) => response.writeHead(404).end())
const changed = structuredClone(document) as { paths: Record<string, unknown> }
delete changed.paths['/leaderboard/group/{id}']
const drifted = file('drifted.json', changed)
const clean = file('clean.json', document)
const off = { status: 'off', endpoints: [] }
const good = file('good.har', sampleHar('https://stage.example/api/status?task_id=1&group_id=1', 200, off))
const other = file('other.har', sampleHar('https://stage.example/index.html', 200, {}))
const broken = file('broken.har', '{"log":{"entries":[')
const page = file('page.html', '<!doctype html><html></html>')
const none = join(folder, 'none.har')

test.each<[code: number, argv: string[], printed: RegExp]>([
  [0, ['--help'], /^Reports where a server/],
  [0, ['--version'], /^\d+\.\d+\.\d+ \(contract \d/],
  [0, ['--explain', 'DR21'], /^DR21 required answer field removed\n\nUsually breaking: /],
  [0, ['--explain', 'all'], /^DR01[\s\S]*\nDR66/],
  [0, ['--spec', clean], /\nNo drift: the contract is kept\.\n$/],
  [1, ['--spec', drifted], /breaking DR01 operation removed\n {2}GET \/leaderboard\/group\/\{id\}/],
  [2, ['--sepc', clean], /^There is no option --sepc; did you mean --spec\?\n$/],
  [2, ['--spec', none], /^The document \S+none\.har cannot be read: there is no such file\.\n$/],
  [2, ['--spec', page], /^\S+ holds HTML instead of an OpenAPI document;.*\n$/],
  [2, ['--har', none], /none\.har[^\n]*\n$/],
  [2, ['--har', broken], /^[^\n]*broken\.har[^\n]*\.\n$/],
  [
    2,
    ['--url', closedUrl, '--spec', clean, '--fixtures', 'none'],
    /^The fixtures file none cannot be read: there is no such file\.\n$/,
  ],
  [
    2,
    ['--spec', clean, '--baseline', 'none'],
    /^The baseline none cannot be read: there is no such file\.\n$/,
  ],
  [2, ['--spec', clean, '--baseline', clean], /^The baseline \S+ is not of the form[^\n]*\n$/],
  [2, ['--spec', clean, '--out', clean], /cannot be written: a part of its path is a file\.\n$/],
  // Before any request.
  [
    2,
    ['--url', closedUrl, '--write-baseline', join(clean, 'x.json')],
    /^\S+ cannot be written: a part of its path is a file\.\n$/,
  ],
  [2, ['--spec', clean, '--out', '/proc/x'], /^\/proc\/x\/contract-drift\.txt cannot be written: [^\n]+\n$/],
  [3, ['--url', closedUrl, '--login', 'a:secret-word'], /\nInconclusive: [^\n]+\n$/],
  [
    3,
    ['--spec', `${closedUrl}/openapi.json`],
    /\nInconclusive: http:\/\/127\.0\.0\.1:9\/api\/openapi\.json does not answer: [^\n]+\n$/,
  ],
  [3, ['--url', htmlUrl, '--login', 'a:secret-word'], /\nInconclusive: [^\n]+\n$/],
  [3, ['--url', deafUrl, '--login', 'a:secret-word'], /\nInconclusive: [^\n]+\n$/],
  [
    4,
    ['--har', good, '--min-coverage', 'ops=100', '--fail-on', 'breaking'],
    /\nNo drift that fails the run, but too little was seen: [^\n]+\n$/,
  ],
  [3, ['--har', other], /holds no call below \/api[\s\S]*\nInconclusive: nothing is proved, [^\n]+\n$/],
  [3, ['--url', emptyUrl, '--live', 'off'], /\nInconclusive: nothing is proved, [^\n]+\n$/],
])('exits with %i: %j', async (code, argv, expected) => {
  const result = await run(...argv)
  const printed = code === 2 ? result.err.split('\n').slice(-2).join('\n') : result.out
  expect({
    printed: printed.replace(/\n(?:Comparing|Reading|Sending requests)[^\n]*/g, ''),
    code: result.code,
  }).toEqual({ printed: expect.stringMatching(expected), code })
  expect(result.out + result.err).not.toContain('secret-word')
})

test('--only restricts the coverage and what was not tested', async () => {
  const { out } = await run('--url', emptyUrl, '--spec', clean, '--only', 'getWriteup', '--format', 'json')
  const { coverage, skipped } = JSON.parse(out)
  expect(coverage).toMatchObject({ operations: { all: 1, missed: ['getWriteup'] } })
  const calls = skipped.map(({ step }: { step: string }) => step.split(': ')[0])
  expect(new Set(calls)).toEqual(new Set(['GET /groups/{group}/tasks/{task}/writeup']))
})

test('reports a failure of the check itself as inconclusive', async () => {
  let err = ''
  const io = {
    env: {},
    out: { write: () => true },
    err: { write: (text: string) => (err += text) },
    now: () => new Date(),
  }
  const open = () => Promise.reject(new RangeError('too deep'))
  expect(await main(['--spec', clean], io, open)).toBe(3)
  expect(err).toMatch(
    /^The check itself has failed; this proves nothing about the server\.\nRangeError: too deep\n/,
  )
})

test('reports an interrupted run as inconclusive, not as a failure of the check', async () => {
  const controller = new AbortController()
  const onError = (text: string) => text.startsWith('Sending requests') && controller.abort()
  const ending = { signal: controller.signal, onError }
  const { code, err } = await runCommand(ending, '--url', deafUrl, '--spec', clean, '--login', 'a:b')
  expect(err).toMatch(/\nThe run was interrupted, so nothing is proved\.\n$/)
  expect(code).toBe(3)
})

describe('written files', () => {
  test('the text goes to standard output, every other format below --out', async () => {
    const out = join(folder, 'reports')
    const { code, out: text } = await run(
      '--spec',
      drifted,
      '--format',
      'text,json,junit,sarif,md,github',
      '--out',
      out,
    )
    expect(code).toBe(1)
    expect(text).toMatch(/^::error [^\n]+\nContract drift\n/)
    const names = ['txt', 'json', 'xml', 'sarif', 'md'].map(end =>
      readFileSync(join(out, `contract-drift.${end}`), 'utf8'),
    )
    expect(text.endsWith(names[0] ?? '')).toBe(true)
    expect(names.every(content => content.includes('DR01'))).toBe(true)
  })

  test('a single format is written alone', async () => {
    const { out } = await run('--spec', drifted, '--format', 'json')
    expect(JSON.parse(out)).toMatchObject({ exitCode: 1, sources: ['document'] })
  })

  test('--quiet prints only the verdict', async () => {
    expect(await run('--spec', drifted, '--quiet')).toEqual({
      code: 1,
      out: expect.stringMatching(/^Drift: [^\n]+\n$/),
      err: '',
    })
  })

  test('a written baseline accepts the drift once its reasons are filled in', async () => {
    const path = join(folder, 'baseline.json')
    expect((await run('--spec', drifted, '--write-baseline', path)).err).toContain(
      'fill in each empty "reason"',
    )
    expect((await run('--spec', drifted, '--baseline', path)).code).toBe(2)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"reason": ""', '"reason": "OPS-1"'))
    const accepted = await run('--spec', drifted, '--baseline', path)
    expect(accepted).toMatchObject({ code: 0, out: expect.stringContaining('OPS-1') })
    const unused = await run('--spec', clean, '--baseline', path)
    expect(unused).toMatchObject({
      code: 0,
      out: expect.stringMatching(/take out [0-9a-f]{16}, nothing was found for it/),
    })
  })

  test('a baseline of a server with few operations names the one that is gone since', async () => {
    const { paths } = document as typeof changed
    const { '/groups': groups, '/feedback': feedback } = paths
    const spec = file('few.json', { ...document, paths: { '/groups': groups, '/feedback': feedback } })
    const path = join(folder, 'few-baseline.json')
    await run('--spec', spec, '--write-baseline', path)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"reason": ""', '"reason": "OPS-1"'))
    expect((await run('--spec', spec, '--baseline', path)).code).toBe(0)
    const less = file('less.json', { ...document, paths: { '/groups': groups } })
    const { code, out } = await run('--spec', less, '--baseline', path)
    expect(code).toBe(1)
    expect(out).toContain('The document does not have POST /feedback.')
    expect((await run('--spec', less, '--only', 'sendFeedback', '--quiet')).out).toBe(
      'Drift: 1 breaking finding.\n',
    )
  })
})

const emptySpec = join(folder, 'openapi.json')
writeFileSync(emptySpec, '{"openapi":"3.1.0","paths":{}}')

test.each([
  [[], 'Of \\S+ the calls to https://stage.example were checked, but not 1 call to https://tracker.example.'],
  // A local document, so that nothing is requested from the network.
  [
    ['--url', 'https://tracker.example/api', '--live', 'off', '--spec', emptySpec],
    'tracker.example were checked, but not 2',
  ],
  [
    ['--url', 'https://dev.example/api', '--live', 'off', '--spec', emptySpec],
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

describe('inconclusive', () => {
  test.each([
    [
      { endedBy: 'the run may take at most 1 s', operationsSeen: 9 },
      /^the requests were stopped .*at most 1 s/,
    ],
    [{ operationsSeen: 0 }, /^no request succeeded, so nothing is proved\.$/],
    [{ operationsSeen: 0, hasStudent: false }, /No account was given: use --login-env/],
    [{ operationsSeen: 1 }, undefined],
  ])('gives the reason for requests with %j', (asked, sentence) => {
    const inconclusive = probeInconclusiveReason({ endedBy: undefined, hasStudent: true, ...asked })
    if (sentence) expect(inconclusive).toMatch(sentence)
    else expect(inconclusive).toBeUndefined()
  })

  test('a run is inconclusive if one of its sources is', () => {
    const sources = [{ source: 'document' }, { source: 'probe', inconclusive: 'cut off' }] as const
    expect(inconclusiveReason(sources, 3)).toBe('cut off')
  })
})
