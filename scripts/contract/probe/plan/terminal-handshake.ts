import { randomBytes } from 'node:crypto'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Exchange } from '../../../lib/validator/exchange'
import type { ProbeContext } from '../probe-context'

const timeoutMs = 5000

/**
 * Opens the WebSocket of a terminal as the client does: with nothing but its URL. A required subprotocol or
 * header is drift. The connection is closed at once.
 */
export async function checkTerminal(probe: ProbeContext, url: string, seen: Exchange): Promise<void> {
  if (!/^wss?:/.test(url) || probe.options.fetch) return
  const outcome = await handshake(url)
  if (outcome === undefined) return
  const what = `The terminal's address must open as it is; the server ${outcome}.`
  probe.report('DR65', { operationId: 'openTerminal', place: 'answer 200 /url', what, isAssumed: true }, seen)
}

/** The end of a sentence; undefined for a correct handshake. */
function handshake(url: string): Promise<string | undefined> {
  const request = url.startsWith('wss:') ? secureRequest : plainRequest
  return new Promise(resolve => {
    const sent = request(url.replace(/^ws/, 'http'), {
      timeout: timeoutMs,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    })
    const end = (outcome: string | undefined) => {
      sent.destroy()
      resolve(outcome)
    }
    sent.on('upgrade', ({ headers }, socket) => {
      socket.destroy()
      const protocol = headers['sec-websocket-protocol']
      end(
        protocol === undefined
          ? undefined
          : `chose the subprotocol ${protocol}, which the client did not request`,
      )
    })
    sent.on('response', ({ statusCode }) => end(`rejected the WebSocket with ${statusCode}`))
    sent.on('timeout', () => end(`did not answer the handshake within ${timeoutMs / 1000} s`))
    sent.on('error', error => end(`broke the connection (${error.message})`))
    sent.end()
  })
}
