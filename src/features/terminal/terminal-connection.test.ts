// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ConnectionState, createConnection } from './terminal-connection'

const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000, 15_000, 15_000]

class FakeSocket {
  static all: FakeSocket[] = []
  readyState = 0
  binaryType = ''
  bufferedAmount = 0
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
let lostInputs: number

const connect = () =>
  createConnection({
    url: 'wss://learn.example/api/terminal/1',
    makeSocket: url => new FakeSocket(url) as unknown as WebSocket,
    onText: (link, text) => received.push([link, text]),
    onState: (state, link) => {
      states.push(state)
      links.push(link)
    },
    onInputLost: () => {
      lostInputs += 1
    },
  })

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all = []
  states = []
  links = []
  received = []
  lostInputs = 0
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
    last().receive('$ ')
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

  describe('T16 a network that swallows the connection', () => {
    const type = (connection: ReturnType<typeof connect>, text: string) =>
      connection.send(links.at(-1) ?? 0, text)

    it('is told, and asked again without end of the first wait', () => {
      connect()
      vi.advanceTimersByTime(9999)
      expect(states).toEqual(['connecting'])
      vi.advanceTimersByTime(5001)
      expect(states).toEqual(['connecting', 'unanswered'])
      expect(FakeSocket.all.map(({ readyState }) => readyState)).toEqual([3, 0])
      last().open()
      expect(states.at(-1)).toBe('ready')
    })

    it.each<[string, () => void]>([
      ['answers nothing', () => vi.advanceTimersByTime(30_000)],
      ['answers something else', () => last().closeWith(1006)],
    ])('and %s is never called a lost connection', (_, fail) => {
      connect()
      for (let time = 0; time < 20; time += 1) {
        fail()
        vi.advanceTimersByTime(15_000)
      }
      expect(new Set(states)).toEqual(new Set(['connecting', 'unanswered', 'unreachable']))
      expect(states.at(-1)).toBe('unreachable')
      expect(openSockets()).toEqual([])
      expect(vi.getTimerCount()).toBe(0)
    })

    it('a host that closes each connection before any output keeps no output', () => {
      connect()
      for (let time = 0; time <= RETRY_DELAYS_MS.length; time += 1) {
        last().open()
        last().closeWith(4002)
        vi.advanceTimersByTime(15_000)
      }
      expect(states.at(-1)).toBe('unreachable')
    })

    it('input without an answer is told and reconnects', () => {
      const connection = connect()
      last().open()
      last().receive('$ ')
      type(connection, 'l')
      vi.advanceTimersByTime(6000)
      type(connection, 's')
      vi.advanceTimersByTime(9999)
      expect([states.at(-1), lostInputs]).toEqual(['ready', 0])
      vi.advanceTimersByTime(1)
      expect([states.at(-1), lostInputs]).toEqual(['reconnecting', 1])
      vi.advanceTimersByTime(1000)
      last().open()
      vi.advanceTimersByTime(40_000)
      expect([states.at(-1), lostInputs]).toEqual(['ready', 1])
    })

    it.each<[string, string[], string]>([
      ['answered input', [], 'ls\r'],
      ['the keys of a password', ['Password', ' for ann: '], 'secr'],
      [
        'the keys of a Russian password',
        ['[sudo] \u043f\u0430\u0440\u043e\u043b\u044c \u0434\u043b\u044f ann: '],
        'secr',
      ],
      ['a key in a full-screen program', ['\x1b[?10', '49h', 'a'.repeat(5000)], 'k'],
      ['a reply of the terminal', [], '\x1b[?1;2c'],
    ])('%s keeps the connection', (name, outputs, text) => {
      const connection = connect()
      last().open()
      for (const output of outputs) last().receive(output)
      type(connection, text)
      if (name === 'answered input') last().receive('ls')
      vi.advanceTimersByTime(120_000)
      expect([states.at(-1), lostInputs]).toEqual(['ready', 0])
    })

    it('a program that left the full screen, and Enter behind a password, are answered again', () => {
      for (const [output, text] of [
        ['\x1b[?1049hx\x1b[?1049l$ ', 'k'],
        ['Password: ', '\r'],
      ] as const) {
        const connection = connect()
        last().open()
        last().receive(output)
        type(connection, text)
        vi.advanceTimersByTime(10_000)
        expect(states.at(-1)).toBe('reconnecting')
        connection.close()
      }
    })

    it('bytes that no longer leave are told and reconnect, even if replies are all that was sent', () => {
      const connection = connect()
      last().open()
      last().bufferedAmount = 300
      type(connection, '\x1b[0n')
      vi.advanceTimersByTime(10_000)
      expect([states.at(-1), lostInputs]).toEqual(['reconnecting', 1])
    })
  })

  describe('T17 a large paste', () => {
    /** A network that takes some bytes each time it is asked. */
    const throttle = (socket: FakeSocket, perTick: number) => {
      const { send } = socket
      socket.send = text => {
        socket.bufferedAmount += new TextEncoder().encode(text).length
        return send(text)
      }
      return () => {
        socket.bufferedAmount = Math.max(0, socket.bufferedAmount - perTick)
        vi.advanceTimersByTime(20)
      }
    }

    it('goes in order in small pieces, never more than the network takes, with whole characters', () => {
      const connection = connect()
      last().open()
      const drain = throttle(last(), 3000)
      const text = `x${'\u{1f980}\u044f'.repeat(40_000)}`
      const [link = 0] = links.slice(-1) as number[]
      connection.send(link, text)
      connection.send(link, '\r')
      let most = 0
      for (let tick = 0; tick < 400; tick += 1) {
        most = Math.max(most, last().bufferedAmount)
        drain()
      }
      expect(last().sent.join('')).toBe(`${text}\r`)
      expect(last().sent.filter(piece => piece.length > 4096 || /^[\udc00-\udfff]/.test(piece))).toEqual([])
      expect(most).toBeLessThan(40_000)
      expect(states).toEqual(['connecting', 'ready'])
    })

    it.each([
      ['a broken connection', 1006, 1],
      ['a shell that ended', 1000, 1],
      ['a host that limits messages', 1009, 1],
    ])('that %s cuts is told', (_, code, lost) => {
      const connection = connect()
      last().open()
      throttle(last(), 0)
      connection.send(links.at(-1) ?? 0, 'word '.repeat(40_000))
      last().closeWith(code)
      expect(lostInputs).toBe(lost)
      vi.advanceTimersByTime(1000)
      if (code !== 1000) last().open()
      vi.advanceTimersByTime(5000)
      expect(last().sent).toHaveLength(code === 1000 ? last().sent.length : 0)
    })

    it('the last line of a shell, which needs no answer, is not told', () => {
      const connection = connect()
      last().open()
      connection.send(links.at(-1) ?? 0, 'exit\r')
      last().closeWith(1000)
      expect(lostInputs).toBe(0)
    })
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
