import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runAudit } from './run-audit'

const manifest = {
  name: 'a',
  version: '1.0.0',
  dependencies: { shipped: '1.0.0' },
  devDependencies: { tool: '1.0.0' },
}
const lock = {
  lockfileVersion: 3,
  packages: {
    '': { ...manifest },
    'node_modules/shipped': { version: '1.0.0' },
    'node_modules/tool': { version: '1.0.0', dev: true },
  },
}

const advisory = (id: number) => ({
  id,
  url: `https://advisories.example/${id}`,
  title: 'Something bad',
  severity: 'critical',
  vulnerable_versions: '<=1.0.0',
  cwe: [],
  cvss: { score: 9.8, vectorString: null },
})

/** A registry on this computer: packages of one version, and an audit service that answers as it is told. */
async function startRegistry(audit: { type: string; body: string; status?: number }) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path.startsWith('/-/')) {
      asked.push(path)
      response.writeHead(audit.status ?? 200, { 'Content-Type': audit.type }).end(audit.body)
      return
    }
    const name = decodeURIComponent(path.slice(1))
    const version = name === 'minimist' ? '0.0.8' : '1.0.0'
    const dist = { tarball: `http://127.0.0.1/${name}.tgz`, integrity: 'sha512-AA==' }
    const versions = { [version]: { name, version, dist } }
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
  })
  await new Promise<void>(started => server.listen(0, '127.0.0.1', started))
  const { port } = server.address() as AddressInfo
  const cache = mkdtempSync(join(tmpdir(), 'audit-cache-'))
  onTestFinished(() => {
    server.close()
    rmSync(cache, { recursive: true, force: true })
  })
  const environment = { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: cache }
  return { asked, environment }
}

const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) })
const page = { type: 'text/html', body: '<html>Log in to the network</html>' }

const canary = { minimist: [advisory(1)] }

/** What the service answers, how the audit ends, and what it says; the last two differ from the third in the table of judge-audit.test.ts alone. */
const cases = [
  { answer: json(canary), code: 0, words: /No known vulnerability/ },
  { answer: json({ ...canary, shipped: [advisory(2)] }), code: 1, words: /^critical: shipped .*example\/2$/ },
  { answer: page, code: 3, words: /no pass/ },
  ...(process.env.FLAGSHIP_TESTS === 'full'
    ? [
        { answer: json({}), code: 3, words: /does not know that minimist/ },
        { answer: { ...json({}), status: 405 }, code: 3, words: /405/ },
      ]
    : []),
]

// npm takes a second to start, so the cases run beside each other.
it('K05 the audit ends with 0, 1 or 3 by what the service answers', { timeout: 60_000 }, async () => {
  const outcomes = await Promise.all(
    cases.map(async ({ answer, words }) => {
      const { asked, environment } = await startRegistry(answer)
      const { code, lines } = await runAudit({ lock, manifest }, environment)
      return { code, isAsked: asked.length > 0, words: words.exec(lines.join(' '))?.[0] ?? lines }
    }),
  )
  expect(outcomes).toEqual(cases.map(({ code }) => ({ code, isAsked: true, words: expect.any(String) })))
})
