import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Exchange } from '../../../scripts/lib/validator/exchange'
import { prism } from './install'
import type { TrafficPeer } from './peer'

const port = 4790

/** Runs Prism as a proxy in front of a server that replays the recorded responses. */
export function makePrism(): TrafficPeer {
  let child: ChildProcess | undefined
  let server: Server | undefined
  let recorded: readonly Exchange[] = []
  const start = async (contractFile: string) => {
    server = await serveRecorded(() => recorded)
    const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    child = spawn(prism, ['proxy', contractFile, upstream, '--port', String(port)], { stdio: 'ignore' })
    await waitFor(`http://127.0.0.1:${port}/`)
  }
  return {
    name: 'Prism proxy',
    check: async ({ exchanges, contractFile }) => {
      if (!child) await start(contractFile)
      recorded = exchanges
      const found: string[] = []
      for (const [index, { request }] of exchanges.entries()) found.push(...(await replay(request, index)))
      return found
    },
    stop: () => {
      child?.kill()
      server?.close()
    },
  }
}

async function replay(request: Exchange['request'], index: number): Promise<string[]> {
  const { pathname, search } = new URL(request.url)
  const headers = request.headers.filter(([name]) => !['host', 'content-length', 'origin'].includes(name))
  const body = request.body && request.body.length > 0 ? (request.body as Uint8Array<ArrayBuffer>) : undefined
  const url = `http://127.0.0.1:${port}${pathname.replace(/^\/api/, '')}${search}`
  const sent = {
    method: request.method,
    headers: [...headers, ['x-replay', String(index)]] as [string, string][],
  }
  const response = await fetch(url, body ? { ...sent, body } : sent).catch(error => error as Error)
  if (response instanceof Error) return [`no answer: ${response.message}`]
  const violations = response.headers.get('sl-violations')
  const text = await response.text()
  const own = text.includes('stoplight.io/prism/errors') ? [text.slice(0, 200)] : []
  return violations === null ? own : [...own, ...shortened(violations)]
}

function shortened(violations: string): string[] {
  // If the list is too long for a header, Prism sends a sentence instead.
  if (!violations.startsWith('[')) return [violations]
  const list = JSON.parse(violations) as { location?: string[]; severity?: string; message?: string }[]
  return list.map(({ location, severity, message }) => [location?.join('.'), severity, message].join(' '))
}

function serveRecorded(recorded: () => readonly Exchange[]): Promise<Server> {
  const server = createServer((message, target) => {
    const response = recorded()[Number(message.headers['x-replay'])]?.response
    message.resume()
    target.statusCode = response?.status ?? 502
    for (const [name, value] of response?.headers ?? []) {
      if (name !== 'content-length') target.appendHeader(name, value)
    }
    target.end(response?.body)
  })
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)))
}

async function waitFor(url: string): Promise<void> {
  for (let tries = 0; tries < 240; tries++) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await new Promise(resolve => setTimeout(resolve, 250))
  }
  throw new Error('Prism did not start.')
}
