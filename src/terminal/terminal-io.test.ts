// @vitest-environment jsdom

import type { Terminal } from '@xterm/xterm'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { FromTerminal } from '../lib/terminal-channel'
import {
  cleanPaste,
  createTerminal,
  createTerminalIo,
  isTooLargeToPaste,
  needsConfirmation,
} from './terminal-io'

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

describe('T10 combining marks', () => {
  const acute = '\u0301'
  /** Characters of each cell that has any, in all lines. */
  const readCells = ({ buffer: { active } }: Terminal) =>
    Array.from({ length: active.length }, (_, row) => active.getLine(row))
      .flatMap(line =>
        Array.from({ length: line?.length ?? 0 }, (_, at) => line?.getCell(at)?.getChars() ?? ''),
      )
      .filter(chars => chars !== '')
  const countMarks = (cell: string) =>
    Array.from(cell).filter(one => /[\p{M}\p{Cf}\u1160-\u11ff]/u.test(one)).length
  const show = async (chunks: readonly string[]) => {
    const { terminal, io } = open()
    for (const chunk of chunks) io.write(1, chunk)
    await readAll(terminal)
    return readCells(terminal)
  }
  const split = (text: string, size: number) => text.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? []

  it.each([
    ['in one write', [`x${'\u0317'.repeat(9000)}y`]],
    ['in many writes', split(`x${'\u20d0'.repeat(900)}y`, 7)],
    ['of a wide letter', [`\u6c34${acute.repeat(900)}y`]],
    ['that are joiners or parts of syllables', [`x${'\u200d\u1161'.repeat(900)}y`]],
    ['behind DEL, which is ignored', [`x${`${acute.repeat(20)}\x7f`.repeat(50)}y`]],
    ['behind sequences that are not carried out', [`x${`${esc}[1<m${acute.repeat(20)}`.repeat(50)}y`]],
    ['behind sequences that are cut', [`x${`${esc}[\u00e9${acute.repeat(20)}`.repeat(50)}y`]],
  ])('a cell keeps 32 of the marks %s', async (_, chunks) => {
    const cells = await show(chunks)
    expect(Math.max(...cells.map(countMarks))).toBeLessThanOrEqual(32)
    expect(cells.at(-1)).toContain('y')
  })

  it('no order of marks, moves and sequences puts more into a cell', async () => {
    const tokens = fc.constantFrom(
      ...[
        'x',
        '\u6c34',
        'm',
        '\b',
        '\t',
        '\r',
        '\n',
        '\x07',
        '\x18',
        '\x7f',
        '\x84',
        '\x9b',
        '\x9c',
        '\u00e9',
      ],
      ...[esc, '[', ']', 'X', '\\', '1', '<', ' ', `${esc}[H`, `${esc}[D`, `${esc}[2b`, `${esc}]0;`],
      ...[acute.repeat(7), acute.repeat(40), '\ufe0f'.repeat(20), '\u{e0101}'.repeat(20)],
    )
    const texts = fc.tuple(fc.array(tokens, { maxLength: 120 }), fc.integer({ min: 1, max: 50 }))
    const property = fc.asyncProperty(texts, async ([parts, size]) => {
      const cells = await show(split(parts.join(''), size))
      expect(Math.max(0, ...cells.map(countMarks))).toBeLessThanOrEqual(32)
    })
    await fc.assert(property, { numRuns: 200, seed: 10 })
  })

  it('the marks of languages and emoji stay', async () => {
    const words = ['u\u0308', '\u0438\u0306', 'e\u0323\u0302\u0301', '\u0e17\u0e35\u0e48', '\u2764\ufe0f']
    const text = words.map(word => `${esc}[31m${word}${esc}[0m`).join('')
    expect((await show(split(text, 3))).join('')).toBe(words.join(''))
  })
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

  it('what was typed for a connection is not sent to the next one', async () => {
    const { terminal, io } = open()
    terminal.input('rm')
    io.setLink(2)
    await readAll(terminal)
    expect(inputs()).toEqual([])
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

  it.each<[string, string, boolean]>([
    ['1 MB', 'x'.repeat(1_000_000), false],
    ['more characters', 'x'.repeat(1_000_001), true],
    ['as many letters of two bytes', 'ы'.repeat(500_001), true],
  ])('T17 %s may be too large to paste', (_, text, isTooLarge) => {
    expect(isTooLargeToPaste(text)).toBe(isTooLarge)
  })

  it('removes all control characters', () => {
    const all = String.fromCodePoint(...Array.from({ length: 0x300 }, (_, code) => code))
    expect(cleanPaste(all)).not.toMatch(/[^\P{Cc}\t\n]/u)
  })
})
