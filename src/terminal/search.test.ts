// @vitest-environment jsdom

import type { Terminal } from '@xterm/xterm'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { TerminalStrings } from '../lib/terminal-channel'
import { bufferText } from './buffer-text'
import { findMatches, MAX_MATCHES } from './find-matches'
import { createSearchBar } from './search-bar'
import { createTerminal } from './terminal-io'

beforeEach(() => {
  // xterm needs it; jsdom has none.
  window.matchMedia ??= () => ({ addListener() {}, removeListener() {} }) as never
})

const write = (terminal: Terminal, text: string) => new Promise<void>(done => terminal.write(text, done))

const show = async (text: string, columns = 20) => {
  const { terminal } = createTerminal(() => {})
  onTestFinished(() => terminal.dispose())
  terminal.resize(columns, 5)
  await write(terminal, text)
  return terminal
}
const find = ({ buffer, cols }: Terminal, query: string) => findMatches(buffer.active, cols, query)

describe('matches', () => {
  test('are found in any case, in all lines, the newest last', async () => {
    const terminal = await show('flag\r\nno\r\n  a FLAG, Flag')
    expect(find(terminal, 'fLaG')).toEqual([
      { row: 0, column: 0, length: 4 },
      { row: 2, column: 4, length: 4 },
      { row: 2, column: 10, length: 4 },
    ])
    expect(find(terminal, '\u0424')).toEqual([])
  })

  test('go over the end of a row that was wrapped, but not of a line', async () => {
    const terminal = await show(`${'x'.repeat(18)}flag\r\nfl\r\nag`)
    expect(find(terminal, 'flag')).toEqual([{ row: 0, column: 18, length: 4 }])
  })

  test('count wide characters and combining marks as the cells that they take', async () => {
    const terminal = await show('\u6c34\u6c34 e\u0301 \u{1f6a9}key')
    expect(find(terminal, 'key')).toEqual([{ row: 0, column: 8, length: 3 }])
    expect(find(terminal, '\u6c34 e\u0301')).toEqual([{ row: 0, column: 2, length: 4 }])
  })

  test.each(['.', '[', '\\', 'a|b', '(', '$', '{', '/', '-'])('of %j are of that text', async sign => {
    const terminal = await show(`ab ${sign}`)
    expect(find(terminal, sign)).toEqual([{ row: 0, column: 3, length: sign.length }])
  })

  test.each(['', ' ', '\t'])('of %j are none', async query => {
    expect(find(await show('a  b'), query)).toEqual([])
  })

  test('T10 are counted up to a limit, which keeps a line that fills the buffer from freezing the page', async () => {
    const terminal = await show('a'.repeat(200 * 5000), 200)
    const { active } = terminal.buffer
    const read = vi.spyOn(active, 'getLine')
    expect(findMatches(active, terminal.cols, 'a')).toHaveLength(MAX_MATCHES)
    expect(active.length).toBeGreaterThan(4000)
    expect(read.mock.calls.length).toBeLessThan(active.length / 10)
  })
})

test('the whole output has the scrollback, wrapped lines as one, and the screen of a full-screen program', async () => {
  const terminal = await show(`${'x'.repeat(25)}\r\n\r\n1\r\n2\r\n3\r\n4\r\n$ `)
  expect(bufferText(terminal)).toBe(`${'x'.repeat(25)}\n\n1\n2\n3\n4\n$ `)
  await write(terminal, '\x1b[?1049h\x1b[Hediting')
  expect(bufferText(terminal)).toBe(`${'x'.repeat(25)}\n\n1\n2\n3\n4\n$ \nediting`)
})

describe('the search bar', () => {
  const strings = { find: 'Find', findCount: '{at} of {total}', findNone: 'None' } as TerminalStrings

  const open = async (text: string) => {
    const terminal = await show(text)
    const search = createSearchBar(terminal)
    document.body.append(search.bar)
    onTestFinished(() => search.bar.remove())
    search.translate(strings)
    search.open()
    const field = search.bar.querySelector('input') as HTMLInputElement
    const press = (key: string, options: KeyboardEventInit = {}) =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }))
    const type = (query: string) => {
      field.value = query
      field.dispatchEvent(new Event('input'))
    }
    const status = () => search.bar.querySelector('output')?.textContent
    return { terminal, search, field, press, type, status }
  }

  test('begins at the newest match; Enter goes up, Shift+Enter down, both around the end', async () => {
    const { field, press, type, status } = await open('one\r\none\r\none')
    expect(document.activeElement).toBe(field)
    expect(status()).toBe('')
    type('one')
    expect(status()).toBe('3 of 3')
    press('Enter')
    expect(status()).toBe('2 of 3')
    press('Enter')
    press('Enter')
    expect(status()).toBe('3 of 3')
    press('Enter', { shiftKey: true })
    expect(status()).toBe('1 of 3')
    press('Enter', { isComposing: true })
    expect(status()).toBe('1 of 3')
    type('two')
    expect(status()).toBe('None')
    press('Enter')
    expect(status()).toBe('None')
  })

  test('new output is searched too, and the current match stays while it is there', async () => {
    const { terminal, press, type, status } = await open('one\r\none')
    terminal.options.scrollback = 10
    type('one')
    press('Enter')
    await write(terminal, '\r\none')
    await expect.poll(status).toBe('1 of 3')
    // Pushes the first two out.
    await write(terminal, '\r\n'.repeat(14))
    await expect.poll(status).toBe('1 of 1')
  })

  test('Escape closes it; what is written after that is not marked', async () => {
    const { terminal, search, press, type, status } = await open('one')
    type('one')
    press('Escape')
    expect(search.bar.hidden).toBe(true)
    await write(terminal, '\r\none')
    expect(status()).toBe('1 of 1')
    search.open()
    expect(status()).toBe('2 of 2')
  })
})
