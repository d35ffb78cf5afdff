import { type ClientRequest, createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { startMockServer } from '../../mocks/hosts/server/start'
import { startPreview } from '../../scripts/preview'
import { createControls } from '../platform'

const REPORT_PATH = '/policy-report'

export type Site = Awaited<ReturnType<typeof startSite>>

/**
 * The production build and a simulated platform behind a proxy that can hold files back, refuse them, or break the
 * connection, and that collects the violations of the policy.
 */
export async function startSite() {
  const mock = await startMockServer()
  const preview = await startPreview({ apiUrl: mock.url, paymentOrigins: [mock.url] })
  const target = new URL(preview.url)
  const violations: string[] = []
  const requested: string[] = []
  const sockets = new Set<Socket>()
  let isDown = false
  let refused: { pattern: RegExp; left: number } | null = null
  let held: { pattern: RegExp; until: Promise<void> } | null = null

  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    requested.push(path)
    if (path === REPORT_PATH) {
      let body = ''
      for await (const part of request) body += part
      violations.push(body)
      response.writeHead(204).end()
      return
    }
    if (isDown) {
      request.socket.destroy()
      return
    }
    if (refused?.pattern.test(path) && refused.left > 0) {
      refused.left -= 1
      response.writeHead(503, { 'Cache-Control': 'no-store' }).end()
      return
    }
    if (held?.pattern.test(path)) await held.until
    const { hostname, port } = target
    const call: ClientRequest = httpRequest(
      { hostname, port, path, method: request.method, headers: request.headers },
      answer => {
        const policy = answer.headers['content-security-policy']
        if (policy) answer.headers['content-security-policy'] = `${policy}; report-uri ${REPORT_PATH}`
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    call.on('error', () => response.destroy())
    request.pipe(call)
  })
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (request, socket, head) => {
    const upstream = connect(Number(target.port), target.hostname, () => {
      const headers = request.rawHeaders.flatMap((name, at, all) => (at % 2 ? [] : `${name}: ${all[at + 1]}`))
      upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
      upstream.write(head)
      socket.pipe(upstream).pipe(socket)
    })
    for (const end of [socket, upstream]) end.on('error', () => [socket, upstream].map(one => one.destroy()))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const platform = createControls(url, mock)
  return {
    url,
    platform,
    violations,
    /** Paths that a browser has asked for. */
    requested,
    /** Breaks all connections and refuses new ones, until the returned function is called. */
    breakDown: (): (() => void) => {
      isDown = true
      for (const socket of sockets) socket.destroy()
      return () => {
        isDown = false
      }
    },
    /** Answers the next requests of a file with 503. */
    refuse: (pattern: RegExp, times: number): void => {
      refused = { pattern, left: times }
    },
    /** Holds files back until the returned function is called. */
    hold: (pattern: RegExp): (() => void) => {
      let release = () => {}
      held = {
        pattern,
        until: new Promise<void>(done => {
          release = done
        }),
      }
      return () => {
        held = null
        release()
      }
    },
    reset: async (scenario?: Parameters<typeof platform.reset>[0]): Promise<void> => {
      isDown = false
      refused = null
      held = null
      violations.length = 0
      requested.length = 0
      await platform.reset(scenario)
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await preview.close()
      await mock.close()
    },
  }
}
