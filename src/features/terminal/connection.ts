import { clock } from '../../lib/clock'

/** `waiting`: the host asks to try later; `takenOver`: the terminal was opened elsewhere, and is left alone there. */
export type ConnectionState =
  | 'connecting'
  | 'ready'
  | 'reconnecting'
  | 'waiting'
  | 'lost'
  | 'ended'
  | 'takenOver'

/** What the host says by closing (Terminal.yaml). */
const closeCodes = { ended: 1000, takenOver: 4001, notReady: 4002 }

/** Milliseconds before each attempt to take a broken connection up again; after the last one it is lost. */
export const pauses = [1000, 2000, 4000, 8000, 15_000, 15_000]
/** A connection that held this long was a good one, in milliseconds: the pauses are short again after it. */
const goodAfter = 60_000

interface ConnectionOptions {
  url: string
  onText: (link: number, text: string) => void
  /** `link` is the number under which characters go and come while it is ready, else null. */
  onState: (state: ConnectionState, link: number | null) => void
  makeSocket?: (url: string) => WebSocket
}

export interface Connection {
  /** Characters for the connection of that number; those for one that is over go nowhere. */
  send: (link: number, text: string) => void
  resize: (rows: number, columns: number) => void
  /** Connects again at the same address, for a click alone: it takes the terminal over from where it was opened. */
  takeBack: () => void
  /** Says nothing more: whoever closes it knows. */
  close: () => void
}

/** No two sockets of a visit share a number, so that an answer to one never reaches another. */
let lastLink = 0

/**
 * A session on a host, over one socket after the other at the same address (Terminal.yaml). A broken one is taken up
 * again by itself, unless the host has ended the session or another connection has taken over. It never asks for a new address: that is a write.
 */
export const createConnection = ({ url, onText, onState, ...options }: ConnectionOptions): Connection => {
  const makeSocket = options.makeSocket ?? (address => new WebSocket(address))
  let socket: WebSocket | null = null
  let link: number | null = null
  let size: string | null = null
  let attempts = 0
  let cancel = () => {}

  const retry = (state: ConnectionState) => {
    const pause = pauses[attempts]
    if (pause === undefined) return onState('lost', null)
    attempts += 1
    onState(state, null)
    cancel = clock.after(pause, connect)
  }
  const drop = () => {
    cancel()
    if (!socket) return
    const { readyState } = socket
    socket.onopen = socket.onmessage = socket.onclose = null
    // A socket that is still being opened can only be given up, which it does by itself when it is closed.
    if (readyState <= WebSocket.OPEN) socket.close()
    socket = null
    link = null
  }
  const connect = () => {
    drop()
    lastLink += 1
    const own = lastLink
    const next = makeSocket(url)
    socket = next
    next.binaryType = 'arraybuffer'
    // A letter may be cut between two messages, never between two connections.
    const decoder = new TextDecoder()
    next.onopen = () => {
      link = own
      cancel = clock.after(goodAfter, () => {
        attempts = 0
      })
      if (size !== null) next.send(size)
      onState('ready', own)
    }
    next.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      const text = typeof data === 'string' ? data : decoder.decode(data, { stream: true })
      if (text !== '') onText(own, text)
    }
    next.onclose = ({ code }) => {
      drop()
      if (code === closeCodes.ended) onState('ended', null)
      else if (code === closeCodes.takenOver) onState('takenOver', null)
      else retry(code === closeCodes.notReady ? 'waiting' : 'reconnecting')
    }
  }

  onState('connecting', null)
  connect()
  return {
    send(to, text) {
      if (to === link) socket?.send(text)
    },
    resize(rows, columns) {
      size = `\x1b[8;${rows};${columns}t`
      if (link !== null) socket?.send(size)
    },
    takeBack() {
      attempts = 0
      onState('connecting', null)
      connect()
    },
    close: drop,
  }
}
