// @vitest-environment jsdom
import type { Terminal } from '@xterm/xterm'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { FromTerminal } from '../lib/terminal-channel'
import { createTerminal } from './create-terminal'
import { createWire } from './wire'

const esc = '\x1b'
let posted: FromTerminal[]

beforeEach(() => {
  posted = []
  // xterm asks for it when it is loaded; jsdom has none.
  window.matchMedia ??= () => ({ addListener() {}, removeListener() {} }) as never
})

const open = () => {
  const { terminal } = createTerminal(() => {})
  onTestFinished(() => terminal.dispose())
  const wire = createWire(terminal, message => posted.push(message))
  wire.setLink(1)
  return { terminal, wire }
}
const readAll = (terminal: Terminal) => new Promise<void>(done => terminal.write('', done))
/** Milliseconds that this process has worked: what others do on the machine counts for nothing. */
const worked = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const inputs = () => posted.filter(message => message.type === 'input')

describe('T10 huge counts', () => {
  it.each(['b', 'L', 'M', 'S', 'T', 'I', 'Z', '@', 'P', 'X', ' @', ' A', "'}", "'~"])(
    'CSI 2147483647 %s is over at once',
    async final => {
      const { terminal, wire } = open()
      const began = worked()
      wire.write(1, `a${esc}[2147483647${final}b`)
      await readAll(terminal)
      expect(worked() - began).toBeLessThan(100)
      expect(terminal.buffer.active.getLine(0)?.translateToString(true)).toContain('b')
    },
  )

  it('what a program really asks for is done', async () => {
    const { terminal, wire } = open()
    wire.write(1, `ab${esc}[9b\r\nlow${esc}[2T${esc}[HX`)
    await readAll(terminal)
    const lines = Array.from({ length: 4 }, (_, row) =>
      terminal.buffer.active.getLine(row)?.translateToString(true),
    )
    expect(lines).toEqual(['X', '', `a${'b'.repeat(10)}`, 'low'])
  })

  it.each(['b', 'L', 'S', 'T'])(
    'thousands of counts below the limit, %s, stay within their sum',
    async final => {
      const { terminal, wire } = open()
      const began = worked()
      wire.write(1, `a${`${esc}[5000${final}`.repeat(4000)}`)
      await readAll(terminal)
      expect(worked() - began).toBeLessThan(1000)
    },
  )
})

describe('T11 what reaches outside', () => {
  it('neither the title nor the clipboard changes, no link opens, the bell is silent', async () => {
    const { terminal, wire } = open()
    document.title = 'own'
    wire.write(
      1,
      `${esc}]0;evil\x07${esc}]2;evil\x07${esc}]52;c;ZXZpbA==\x07${esc}]52;c;?\x07${'\x07'.repeat(5000)}`,
    )
    await readAll(terminal)
    await Promise.resolve()
    expect(document.title).toBe('own')
    expect(inputs()).toEqual([])
  })
})

describe('T12 answers to probes', () => {
  const probes = [`${esc}[c`, `${esc}[>c`, `${esc}[6n`, `${esc}[?25$p`, `${esc}P$qm${esc}\\`]

  it.each(probes)('%j is answered to the connection that asked', async probe => {
    const { terminal, wire } = open()
    wire.write(1, probe)
    await readAll(terminal)
    expect(inputs()).toEqual([{ type: 'input', link: 1, text: expect.stringContaining(esc) }])
  })

  it.each(probes)('%j of a connection that is over is answered to nobody', async probe => {
    const { terminal, wire } = open()
    wire.write(1, probe)
    wire.setLink(2)
    await readAll(terminal)
    expect(inputs()).toEqual([])
    wire.write(2, probe)
    await readAll(terminal)
    expect(inputs()).toMatchObject([{ link: 2 }])
  })

  it('thousands of probes travel in few messages, and what is typed without a connection in none', async () => {
    const { terminal, wire } = open()
    wire.write(1, probes.join('').repeat(1000))
    await readAll(terminal)
    expect(inputs().length).toBeLessThan(10)
    posted = []
    wire.setLink(null)
    terminal.input('rm')
    wire.write(1, probes.join(''))
    await readAll(terminal)
    expect(inputs()).toEqual([])
  })
})

describe('T13 noise', () => {
  it('1,000 pieces of 200 random characters throw nothing and are all shown', async () => {
    const { terminal, wire } = open()
    let seed = 7
    const next = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed
    }
    for (let piece = 0; piece < 1000; piece += 1)
      wire.write(1, String.fromCharCode(...Array.from({ length: 200 }, () => (next() >> 8) % 256)))
    await readAll(terminal)
    expect(posted.filter(({ type }) => type === 'shown')).toHaveLength(1000)
  })

  it('a flood of 10 MB leaves the scrollback and the screen', async () => {
    const { terminal, wire } = open()
    const piece = `${'flood '.repeat(12)}\r\n`.repeat(430)
    for (let sent = 0; sent < 10_000_000; sent += piece.length) {
      wire.write(1, piece)
      await readAll(terminal)
    }
    expect(terminal.buffer.active.length).toBe(5024)
    expect(terminal.options.logLevel).toBe('off')
  })
})
