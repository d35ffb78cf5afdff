// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ConnectionState, createConnection, pauses } from './connection'

/** A socket whose other end is the test. */
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
  say(data: unknown) {
    this.onmessage?.({ data })
  }
  fall(code: number) {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

const last = () => FakeSocket.all.at(-1) as FakeSocket
const openSockets = () => FakeSocket.all.filter(({ readyState }) => readyState < 2)

let states: ConnectionState[]
let links: (number | null)[]
let texts: [number, string][]

const connect = () =>
  createConnection({
    url: 'wss://learn.example/api/terminal/1',
    makeSocket: url => new FakeSocket(url) as unknown as WebSocket,
    onText: (link, text) => texts.push([link, text]),
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
  texts = []
})
afterEach(() => vi.useRealTimers())

describe('the connection of a terminal', () => {
  it('tells its size when it stands and when the window changes, and carries characters both ways', () => {
    const connection = connect()
    connection.resize(24, 80)
    last().open()
    connection.resize(30, 100)
    const [, link = null] = links
    connection.send(link ?? 0, 'ls\r')
    expect(last().sent).toEqual(['\x1b[8;24;80t', '\x1b[8;30;100t', 'ls\r'])
    last().say('text')
    const bytes = new TextEncoder().encode('ж')
    last().say(bytes.slice(0, 1).buffer)
    last().say(bytes.slice(1).buffer)
    expect(texts.map(([, text]) => text)).toEqual(['text', 'ж'])
  })

  it('is taken up again at the same address with growing pauses, then lost, and never by itself again', () => {
    connect()
    last().open()
    for (const pause of pauses) {
      last().fall(1006)
      const before = FakeSocket.all.length
      vi.advanceTimersByTime(pause - 1)
      expect(FakeSocket.all.length).toBe(before)
      vi.advanceTimersByTime(1)
      expect(FakeSocket.all.length).toBe(before + 1)
    }
    last().fall(1006)
    vi.advanceTimersByTime(600_000)
    expect(FakeSocket.all).toHaveLength(1 + pauses.length)
    expect(new Set(FakeSocket.all.map(({ url }) => url)).size).toBe(1)
    expect(states.at(-1)).toBe('lost')
    expect(openSockets()).toEqual([])
  })

  it('leaves a terminal alone that was opened elsewhere, until the user takes it back', () => {
    const connection = connect()
    last().open()
    last().fall(4001)
    vi.advanceTimersByTime(600_000)
    expect(states).toEqual(['connecting', 'ready', 'takenOver'])
    expect(FakeSocket.all).toHaveLength(1)
    connection.takeBack()
    last().open()
    expect(states).toEqual(['connecting', 'ready', 'takenOver', 'connecting', 'ready'])
    expect(new Set(FakeSocket.all.map(({ url }) => url)).size).toBe(1)
  })

  it('tries a host later that is not ready yet', () => {
    connect()
    last().fall(4002)
    expect(states).toEqual(['connecting', 'waiting'])
    vi.advanceTimersByTime(1000)
    last().open()
    expect(states.at(-1)).toBe('ready')
  })

  it('waits longer each time while its connections do not last', () => {
    connect()
    const waited = pauses.map(pause => {
      last().open()
      vi.advanceTimersByTime(20_000)
      const before = FakeSocket.all.length
      last().fall(1006)
      vi.advanceTimersByTime(pause - 1)
      const isEarly = FakeSocket.all.length > before
      vi.advanceTimersByTime(1)
      return !isEarly && FakeSocket.all.length === before + 1
    })
    expect(waited).toEqual(pauses.map(() => true))
  })

  it('counts its attempts anew after it has held', () => {
    connect()
    last().open()
    last().fall(1006)
    vi.advanceTimersByTime(1000)
    last().open()
    vi.advanceTimersByTime(60_000)
    last().fall(1011)
    vi.advanceTimersByTime(1000)
    last().open()
    expect(states).toEqual(['connecting', 'ready', 'reconnecting', 'ready', 'reconnecting', 'ready'])
  })

  it('ends when the host ends it', () => {
    connect()
    last().open()
    last().fall(1000)
    vi.advanceTimersByTime(600_000)
    expect(states).toEqual(['connecting', 'ready', 'ended'])
    expect(FakeSocket.all).toHaveLength(1)
  })

  it('T12 characters for a connection that is over reach no other one', () => {
    const connection = connect()
    last().open()
    const [first] = links.slice(-1)
    last().fall(1006)
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

  it('T15 fifty of them leave no socket, no timer and no listener', () => {
    for (let time = 0; time < 50; time += 1) {
      const connection = connect()
      if (time % 3 > 0) last().open()
      if (time % 3 > 1) last().fall(1006)
      connection.close()
    }
    expect(openSockets()).toEqual([])
    expect(FakeSocket.all.every(socket => socket.onclose === null && socket.onmessage === null)).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })
})
