// @vitest-environment jsdom

import type { Terminal } from '@xterm/xterm'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { FromTerminal } from '../lib/terminal-channel'
import { cleanPaste, createTerminal, createTerminalIo, needsConfirmation } from './terminal-io'

const esc = '\x1b'
let posted: FromTerminal[]

beforeEach(() => {
  posted = []
  // xterm needs it; jsdom has none.
  window.matchMedia ??= () => ({ addListener() {}, removeListener() {} }) as never
})

const open = () => {
  const { terminal } = createTerminal(() => {})
  onTestFinished(() => terminal.dispose())
  const io = createTerminalIo(terminal, message => posted.push(message))
  io.setLink(1)
  return { terminal, io }
}
const readAll = (terminal: Terminal) => new Promise<void>(done => terminal.write('', done))
/** CPU milliseconds of this process, independent of the load of the machine. */
const cpuTime = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const inputs = () => posted.filter(message => message.type === 'input')

describe('T10 huge repeat counts', () => {
  it.each(['b', 'L', 'M', 'S', 'T', 'I', 'Z', '@', 'P', 'X', ' @', ' A', "'}", "'~"])(
    'CSI 2147483647 %s is ignored',
    async final => {
      const { terminal, io } = open()
      const began = cpuTime()
      io.write(1, `a${esc}[2147483647${final}b`)
      await readAll(terminal)
      expect(cpuTime() - began).toBeLessThan(100)
      expect(terminal.buffer.active.getLine(0)?.translateToString(true)).toContain('b')
    },
  )

  it('ordinary counts work', async () => {
    const { terminal, io } = open()
    io.write(1, `ab${esc}[9b\r\nlow${esc}[2T${esc}[HX`)
    await readAll(terminal)
    const lines = Array.from({ length: 4 }, (_, row) =>
      terminal.buffer.active.getLine(row)?.translateToString(true),
    )
    expect(lines).toEqual(['X', '', `a${'b'.repeat(10)}`, 'low'])
  })

  it.each(['b', 'L', 'S', 'T'])(
    'thousands of counts below the limit, %s, are limited by their sum',
    async final => {
      const { terminal, io } = open()
      const began = cpuTime()
      io.write(1, `a${`${esc}[5000${final}`.repeat(4000)}`)
      await readAll(terminal)
      expect(cpuTime() - began).toBeLessThan(1000)
    },
  )
})

describe('T11 effects outside the screen', () => {
  it('output changes neither the title nor the clipboard', async () => {
    const { terminal, io } = open()
    document.title = 'own'
    io.write(
      1,
      `${esc}]0;evil\x07${esc}]2;evil\x07${esc}]52;c;ZXZpbA==\x07${esc}]52;c;?\x07${'\x07'.repeat(5000)}`,
    )
    await readAll(terminal)
    await Promise.resolve()
    expect(document.title).toBe('own')
    expect(inputs()).toEqual([])
  })
})

describe('T12 replies to queries', () => {
  const querys = [`${esc}[c`, `${esc}[>c`, `${esc}[6n`, `${esc}[?25$p`, `${esc}P$qm${esc}\\`]

  it.each(querys)('%j is answered to the connection that sent it', async query => {
    const { terminal, io } = open()
    io.write(1, query)
    await readAll(terminal)
    expect(inputs()).toEqual([{ type: 'input', link: 1, text: expect.stringContaining(esc) }])
  })

  it.each(querys)('%j of a closed connection is not answered', async query => {
    const { terminal, io } = open()
    io.write(1, query)
    io.setLink(2)
    await readAll(terminal)
    expect(inputs()).toEqual([])
    io.write(2, query)
    await readAll(terminal)
    expect(inputs()).toMatchObject([{ link: 2 }])
  })

  it('thousands of replies are sent in few messages, and nothing without a connection', async () => {
    const { terminal, io } = open()
    io.write(1, querys.join('').repeat(1000))
    await readAll(terminal)
    expect(inputs().length).toBeLessThan(10)
    posted = []
    io.setLink(null)
    terminal.input('rm')
    io.write(1, querys.join(''))
    await readAll(terminal)
    expect(inputs()).toEqual([])
  })
})

describe('T13 noise', () => {
  it('1,000 writes of 200 random characters throw nothing and are all shown', async () => {
    const { terminal, io } = open()
    let seed = 7
    const next = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed
    }
    for (let chunk = 0; chunk < 1000; chunk += 1)
      io.write(1, String.fromCharCode(...Array.from({ length: 200 }, () => (next() >> 8) % 256)))
    await readAll(terminal)
    expect(posted.filter(({ type }) => type === 'shown')).toHaveLength(1000)
  })

  it('10 MB of output leave the scrollback and the screen', async () => {
    const { terminal, io } = open()
    const chunk = `${'flood '.repeat(12)}\r\n`.repeat(430)
    for (let sent = 0; sent < 10_000_000; sent += chunk.length) {
      io.write(1, chunk)
      await readAll(terminal)
    }
    expect(terminal.buffer.active.length).toBe(5024)
    expect(terminal.options.logLevel).toBe('off')
  })
})

describe('T14 cleanPaste', () => {
  it.each([
    ['ls -la', 'ls -la', false],
    ['a\tb', 'a\tb', false],
    ['flag{вот_он}', 'flag{вот_он}', false],
    ['one\r\ntwo\rthree', 'one\ntwo\nthree', true],
    ['ls\n', 'ls\n', true],
    ['x\x1b[201~rm -rf /', 'xrm -rf /', false],
    ['x\x9b201~y', 'x201~y', false],
    ['\x1b[20\x1b[201~1~y', '[201~y', false],
    ['a\x03\x04\x00\x7fb\x1bc', 'abc', false],
    ['safe\u202Eevil\u2066', 'safeevil', false],
    ['', '', false],
  ])('%j becomes %j', (raw, cleaned, asks) => {
    expect(cleanPaste(raw)).toBe(cleaned)
    expect(needsConfirmation(cleanPaste(raw))).toBe(asks)
  })

  it('removes all control characters', () => {
    const all = String.fromCodePoint(...Array.from({ length: 0x300 }, (_, code) => code))
    expect(cleanPaste(all)).not.toMatch(/[^\P{Cc}\t\n]/u)
  })
})
