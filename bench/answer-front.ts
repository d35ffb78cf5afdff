import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { personaPassword } from '../mocks/platform/personas'
import { proxyRequest } from '../scripts/preview/proxy'

/**
 * A proxy in front of the simulated platform that serves fixed responses for some paths: the product and the floor
 * then get the same bytes, however fast the platform is.
 */
export async function startAnswerFront(
  platform: string,
  answers: ReadonlyMap<string, Buffer>,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const answer = request.method === 'GET' ? answers.get(request.url ?? '') : undefined
    if (answer) {
      const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
      response.writeHead(200, { ...headers, 'content-length': answer.length })
      response.end(answer)
      return
    }
    proxyRequest(request, response, new URL(platform))
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', listening)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(closed => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** Fetches a response of the platform as the student. Throws on an error. */
export async function readAnswer(platform: string, path: string): Promise<Buffer> {
  const login = await fetch(`${platform}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'student', password: personaPassword }),
  })
  const { access_token } = (await login.json()) as { access_token?: string }
  const answer = await fetch(platform + path, { headers: { authorization: `Bearer ${access_token}` } })
  if (!answer.ok) throw new Error(`The platform refused ${path}: ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}
