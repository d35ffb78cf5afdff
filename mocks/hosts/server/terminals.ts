import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { parseSessionId } from '../../platform/terminals'
import type { TerminalHub } from '../terminals'
import { mayConnect } from './callers'

const MAX_MESSAGE_BYTES = 1024 * 1024

/** Throws for an invalid database name. */
type FindTerminals = (headers: Headers, searchParams: URLSearchParams) => TerminalHub

/**
 * Serves WebSockets at `/api/terminal/<session id>`; any other upgrade, and one by a page of another site, gets 404. The returned function closes all
 * connections, also of replaced databases.
 */
export function serveTerminals(server: Server, find: FindTerminals): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  server.on('upgrade', (request, socket, head) => {
    const found = findSession(request, find)
    if (!found) {
      reject(socket)
      return
    }
    sockets.handleUpgrade(request, socket, head, connection => {
      const terminal = found.terminals.connect(found.sessionId, {
        send: text => connection.send(text),
        close: (code, reason) => connection.close(code, reason),
        terminate: () => connection.terminate(),
      })
      connection.on('message', (data, isBinary) => terminal.receive(isBinary ? data : String(data)))
      connection.on('close', () => terminal.dispose())
      // An oversized message or broken frame closes the connection; nothing else to do.
      connection.on('error', () => {})
    })
  })
  return () => {
    for (const connection of sockets.clients) connection.terminate()
  }
}

function findSession({ url = '', headers }: IncomingMessage, find: FindTerminals) {
  const [path = '', search = ''] = url.split('?', 2)
  const sessionId = parseSessionId(path)
  if (sessionId === null) return undefined
  const given = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  const sent = new Headers(given)
  if (!mayConnect(sent)) return undefined
  try {
    return { sessionId, terminals: find(sent, new URLSearchParams(search)) }
  } catch {
    return undefined
  }
}

function reject(socket: Duplex): void {
  socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
}
