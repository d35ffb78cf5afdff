import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestOptions, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An API that answers with the headers it gets. */
export async function startEcho(host = '127.0.0.1') {
  const seen: string[] = []
  const server = createServer(({ url = '', headers, method }, response) => {
    seen.push(`${method} ${url}`)
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(headers))
  })
  server.on('upgrade', ({ headers }, socket) => {
    socket.end(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${headers.upgrade}\r\n\r\n`,
    )
  })
  await once(server.listen(0, host), 'listening')
  const { port } = server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  return { url: `http://${name}:${port}`, seen, close: () => server.closeAllConnections() ?? server.close() }
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: string; upgraded: boolean }

/** A request as it stands: Playwright sets some headers itself. */
export const call = (
  url: string,
  headers: Record<string, string | string[]> = {},
  options: RequestOptions = {},
) =>
  new Promise<Answer>((done, failed) => {
    const sent = send(url, { ...options, headers, agent: false })
    sent.on('error', failed)
    sent.on('upgrade', (answer, socket) => {
      socket.destroy()
      done({ status: 101, headers: answer.headers, body: '', upgraded: true })
    })
    sent.on('response', async answer => {
      let body = ''
      for await (const chunk of answer) body += chunk
      done({ status: answer.statusCode ?? 0, headers: answer.headers, body, upgraded: false })
    })
    sent.end()
  })

export const ask = async (url: string, headers: Record<string, string | string[]> = {}) =>
  JSON.parse((await call(url, headers)).body) as IncomingHttpHeaders
