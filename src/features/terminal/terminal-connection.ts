import { backoff } from '../../lib/backoff'
import { clock } from '../../lib/clock'
import { createTerminalInput } from './terminal-input'

/**
 * `unanswered`: `reconnecting` without a connection so far; `unreachable`: `lost` without any output. `waiting`: the host asks to
 * retry later. `takenOver`: opened elsewhere, no automatic reconnect.
 */
export type ConnectionState =
  | 'connecting'
  | 'unanswered'
  | 'unreachable'
  | 'ready'
  | 'reconnecting'
  | 'waiting'
  | 'lost'
  | 'ended'
  | 'takenOver'

/** WebSocket close codes of the host, see `openapi/Terminal.yaml`. */
const CLOSE_CODES = { ended: 1000, takenOver: 4001, notReady: 4002 }

/** Reconnects in a row, after which the connection is lost. */
const MAX_RECONNECTS = 6
/** After this long the backoff starts over. */
const STABLE_AFTER_MS = 60_000
/** Some networks swallow the request for a WebSocket; browsers wait for minutes. */
const CONNECT_TIMEOUT_MS = 12_000

interface ConnectionOptions {
  url: string
  onText: (link: number, text: string) => void
  /** `link` identifies the ready socket, else null. */
  onState: (state: ConnectionState, link: number | null) => void
  /** The connection broke before the host had, or had answered, what was typed or pasted. */
  onInputLost: () => void
  makeSocket?: (url: string) => WebSocket
}

export interface Connection {
  /** Dropped if that socket is closed. */
  send: (link: number, text: string) => void
  resize: (rows: number, columns: number) => void
  /** Reconnects on request after the terminal was opened elsewhere. */
  reclaim: () => void
  close: () => void
}

/** Unique per socket, so that input for one never reaches another. */
let lastLinkId = 0

/** Reconnects to the same URL unless the host ended it or it was taken over. A new URL would be a write. */
export const createConnection = (options: ConnectionOptions): Connection => {
  const { url, onText, onState, onInputLost } = options
  const makeSocket = options.makeSocket ?? (address => new WebSocket(address))
  let socket: WebSocket | null = null
  let link: number | null = null
  let size: string | null = null
  let attempts = 0
  let hasConnected = false
  let hasOutput = false
  let cancelTimer = () => {}

  const retry = (state: 'reconnecting' | 'waiting') => {
    if (attempts >= MAX_RECONNECTS) return onState(hasOutput ? 'lost' : 'unreachable', null)
    const delay = backoff(attempts, 1000, 15_000)
    attempts += 1
    onState(hasConnected || state === 'waiting' ? state : 'unanswered', null)
    cancelTimer = clock.after(delay, connect)
  }
  /** Returns whether input was lost. */
  const drop = (settings?: { onPurpose: boolean }): boolean => {
    cancelTimer()
    const isInputLost = input.close(settings)
    if (socket) {
      const { readyState } = socket
      socket.onopen = socket.onmessage = socket.onclose = null
      // Closing a connecting socket aborts it.
      if (readyState <= WebSocket.OPEN) socket.close()
    }
    socket = null
    link = null
    return isInputLost
  }
  const input = createTerminalInput(() => {
    if (drop()) onInputLost()
    retry('reconnecting')
  })
  const connect = () => {
    drop()
    lastLinkId += 1
    const linkId = lastLinkId
    const next = makeSocket(url)
    socket = next
    next.binaryType = 'arraybuffer'
    // One decoder per socket: a character may be split across messages.
    const decoder = new TextDecoder()
    cancelTimer = clock.after(CONNECT_TIMEOUT_MS, () => {
      drop()
      retry('reconnecting')
    })
    next.onopen = () => {
      link = linkId
      hasConnected = true
      input.open(next)
      cancelTimer()
      cancelTimer = clock.after(STABLE_AFTER_MS, () => {
        attempts = 0
      })
      if (size !== null) next.send(size)
      onState('ready', linkId)
    }
    next.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      const text = typeof data === 'string' ? data : decoder.decode(data, { stream: true })
      hasOutput = true
      input.handleOutput(text)
      if (text !== '') onText(linkId, text)
    }
    next.onclose = ({ code }) => {
      const onPurpose = code === CLOSE_CODES.ended || code === CLOSE_CODES.takenOver
      if (drop({ onPurpose })) onInputLost()
      if (code === CLOSE_CODES.ended) onState('ended', null)
      else if (code === CLOSE_CODES.takenOver) onState('takenOver', null)
      else retry(code === CLOSE_CODES.notReady ? 'waiting' : 'reconnecting')
    }
  }

  onState('connecting', null)
  connect()
  return {
    send(to, text) {
      if (to === link) input.send(text)
    },
    resize(rows, columns) {
      size = `\x1b[8;${rows};${columns}t`
      if (link !== null) socket?.send(size)
    },
    reclaim() {
      attempts = 0
      onState('connecting', null)
      connect()
    },
    close: () => void drop(),
  }
}
