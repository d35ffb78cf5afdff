import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { proxyRequest } from '../scripts/preview/proxy'

/** A group with a large board, of which the student is a member. */
export const boardPath = '/api/leaderboard/group/7'

/**
 * Stands before a simulated platform and answers the board by itself, with the bytes that it was given: the bare table
 * and the product then get the same answer in the same way, and no figure depends on how fast the platform makes it.
 */
export async function startAnswerFront(
  platform: string,
  board: Buffer,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === boardPath) {
      const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
      response.writeHead(200, { ...headers, 'content-length': board.length })
      response.end(board)
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

/** The board as the platform prints it for its student. Throws where the platform refuses. */
export async function readBoard(platform: string, password: string): Promise<Buffer> {
  const login = await fetch(`${platform}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'student', password }),
  })
  const { access_token } = (await login.json()) as { access_token?: string }
  const answer = await fetch(`${platform}${boardPath}`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  if (!answer.ok) throw new Error(`The platform refused its board: ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}
