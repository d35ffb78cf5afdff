// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ConnectionState, createConnection, RETRY_DELAYS_MS } from './terminal-connection'

class FakeSocket {
  static all: FakeSocket[] = []
  readyState = 0
  binaryType = ''
  sent: string[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  readonly url: string
  constructor(url: string) {
    this.url = url
    FakeSocket.all.push(this)
  }
  send = (text: string) => this.sent.push(text)
  close = () => {
    this.readyState = 3
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  receive(data: unknown) {
    this.onmessage?.({ data })
  }
  closeWith(code: number) {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

const last = () => FakeSocket.all.at(-1) as FakeSocket
const openSockets = () => FakeSocket.all.filter(({ readyState }) => readyState < 2)

let states: ConnectionState[]
let links: (number | null)[]
let received: [number, string][]

const connect = () =>
  createConnection({
    url: 'wss://learn.example/api/terminal/1',
    makeSocket: url => new FakeSocket(url) as unknown as WebSocket,
    onText: (link, text) => received.push([link, text]),
    onState: (state, link) => {
      states.push(state)
      links.push(link)
    },
  })

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all = []
  states = []
  links = []
  received = []
})
afterEach(() => vi.useRealTimers())

describe('terminal connection', () => {
  it('sends its size when opened and resized, and text in both directions', () => {
    const connection = connect()
    connection.resize(24, 80)
    last().open()
    connection.resize(30, 100)
    const [, link = null] = links
    connection.send(link ?? 0, 'ls\r')
    expect(last().sent).toEqual(['\x1b[8;24;80t', '\x1b[8;30;100t', 'ls\r'])
    last().receive('text')
    const bytes = new TextEncoder().encode('ж')
    last().receive(bytes.slice(0, 1).buffer)
    last().receive(bytes.slice(1).buffer)
    expect(received.map(([, text]) => text)).toEqual(['text', 'ж'])
  })

  it('reconnects to the same URL with backoff, then gives up', () => {
    connect()
    last().open()
    for (const pause of RETRY_DELAYS_MS) {
      last().closeWith(1006)
      const before = FakeSocket.all.length
      vi.advanceTimersByTime(pause - 1)
      expect(FakeSocket.all.length).toBe(before)
      vi.advanceTimersByTime(1)
      expect(FakeSocket.all.length).toBe(before + 1)
    }
    last().closeWith(1006)
    vi.advanceTimersByTime(600_000)
    expect(FakeSocket.all).toHaveLength(1 + RETRY_DELAYS_MS.length)
    expect(new Set(FakeSocket.all.map(({ url }) => url)).size).toBe(1)
    expect(states.at(-1)).toBe('lost')
    expect(openSockets()).toEqual([])
  })

  it.each<[string, number, ConnectionState, number]>([
    ['ends when the host closes it normally', 1000, 'ended', 1],
    ['does not reconnect after a takeover', 4001, 'takenOver', 1],
    ['retries a host that is not ready', 4002, 'waiting', 2],
  ])('%s', (_, code, state, sockets) => {
    connect()
    last().open()
    last().closeWith(code)
    vi.advanceTimersByTime(1000)
    expect(states).toEqual(['connecting', 'ready', state])
    expect(FakeSocket.all).toHaveLength(sockets)
    if (sockets === 1) expect(vi.getTimerCount()).toBe(0)
  })

  it('reclaims a session that was taken over at the same URL', () => {
    const connection = connect()
    last().open()
    last().closeWith(4001)
    connection.reclaim()
    last().open()
    expect(states).toEqual(['connecting', 'ready', 'takenOver', 'connecting', 'ready'])
    expect(new Set(FakeSocket.all.map(({ url }) => url)).size).toBe(1)
  })

  it('keeps backing off while connections do not last', () => {
    connect()
    const waited = RETRY_DELAYS_MS.map(pause => {
      last().open()
      vi.advanceTimersByTime(20_000)
      const before = FakeSocket.all.length
      last().closeWith(1006)
      vi.advanceTimersByTime(pause - 1)
      const isEarly = FakeSocket.all.length > before
      vi.advanceTimersByTime(1)
      return !isEarly && FakeSocket.all.length === before + 1
    })
    expect(waited).toEqual(RETRY_DELAYS_MS.map(() => true))
  })

  it('resets the backoff after a stable connection', () => {
    connect()
    last().open()
    last().closeWith(1006)
    vi.advanceTimersByTime(1000)
    last().open()
    vi.advanceTimersByTime(60_000)
    last().closeWith(1011)
    vi.advanceTimersByTime(1000)
    last().open()
    expect(states).toEqual(['connecting', 'ready', 'reconnecting', 'ready', 'reconnecting', 'ready'])
  })

  it('T12 input for a closed connection reaches no other one', () => {
    const connection = connect()
    last().open()
    const [first] = links.slice(-1)
    last().closeWith(1006)
    vi.advanceTimersByTime(1000)
    last().open()
    const [second] = links.slice(-1)
    connection.send(first ?? 0, 'answer')
    expect(last().sent).toEqual([])
    connection.send(second ?? 0, 'typed')
    expect(last().sent).toEqual(['typed'])
    const other = connect()
    last().open()
    other.send(second ?? 0, 'typed')
    expect(last().sent).toEqual([])
  })

  it('T15 fifty connections leave no socket, timer or listener', () => {
    for (let time = 0; time < 50; time += 1) {
      const connection = connect()
      if (time % 3 > 0) last().open()
      if (time % 3 > 1) last().closeWith(1006)
      connection.close()
    }
    expect(openSockets()).toEqual([])
    expect(FakeSocket.all.every(socket => socket.onclose === null && socket.onmessage === null)).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
})
