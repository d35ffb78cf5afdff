import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openTerminal, runLine, TestScreen } from './test-terminal'

const prompt = 'student@web01:~$ '

function onScreen(columns = 80) {
  const terminal = openTerminal()
  terminal.session.resize(columns, 24)
  const screen = new TestScreen(columns)
  const show = (text: string) => {
    screen.write(text)
    return screen
  }
  show(terminal.session.getGreeting(true))
  return { ...terminal, screen, type: (keys: string) => show(terminal.session.input(keys)) }
}

describe('a typed line', () => {
  it.each([
    ['letters', 'ls -la', 'ls -la'],
    ['Backspace', 'lss\x7f', 'ls'],
    ['an insertion', 'cat txt\x1b[D\x1b[D\x1b[Da.', 'cat a.txt'],
    ['Delete', 'xls\x01\x1b[3~', 'ls'],
    ['Ctrl+U', 'cat a.txt\x15ls', 'ls'],
    ['Ctrl+K', 'ls nothing\x1b[1;5D\x0b', 'ls '],
    ['Ctrl+W', 'cat notes.txt  \x17', 'cat '],
    ['words', 'cat b\x1bb\x1bbx', 'xcat b'],
    ['Tab of a command', 'whoa\t', 'whoami '],
    ['Tab of a path', 'cat /var/ba\ts\tf\t', 'cat /var/backups/site/flag.txt '],
    ['Tab with nothing to add', 'cat nothing-here\t', 'cat nothing-here'],
    ['a paste in brackets', '\x1b[200~ls\x1b[201~', 'ls'],
  ])('handles %s', (_, keys, line) => {
    const { type } = onScreen()
    expect(type(keys).text()).toBe((prompt + line).trimEnd())
  })

  it('is cleared by Ctrl+C, kept by Ctrl+L, and Ctrl+D logs out when it is empty', () => {
    const { type } = onScreen()
    expect(type('sleep\x03').text()).toBe(`${prompt}sleep^C\n${prompt.trimEnd()}`)
    expect(type('echo\x0c').text()).toBe(`${prompt}echo`)
    type('\x15\r')
    const ended = type('cd /var\r\x04').text()
    expect(ended).toContain('logout')
    expect(ended.endsWith(prompt.trimEnd())).toBe(true)
  })

  it('goes back and forth in the history', () => {
    const { type } = onScreen()
    type('pwd\rwhoami\rbeg')
    expect(type('\x1b[A').text().endsWith(`${prompt}whoami`)).toBe(true)
    expect(type('\x1b[A\x1b[A').text().endsWith(`${prompt}pwd`)).toBe(true)
    expect(type('\x1b[B\x1b[B').text().endsWith(`${prompt}beg`)).toBe(true)
  })

  it('lists the candidates of Tab below and stays', () => {
    const { type } = onScreen()
    expect(type('cat /var/\t').text()).toBe(`${prompt}cat /var/\nbackups/  log/  www/\n${prompt}cat /var/`)
  })

  it('is limited to 4 kB', () => {
    const { session, getState } = onScreen()
    session.input('x'.repeat(20_000))
    expect(getState().line).toHaveLength(4096)
    expect(session.input('y')).toBe('')
  })

  it('is drawn correctly, with the cursor, whatever keys were pressed', () => {
    const keys = [
      'a',
      'b ',
      'я',
      '\x7f',
      '\x1b[D',
      '\x1b[D',
      '\x1b[C',
      '\x01',
      '\x05',
      '\x17',
      '\x1b[3~',
      '\x1b[A',
      '\x1b[B',
      '0123456789',
    ]
    const terminal = openTerminal()
    runLine(terminal.session, 'echo an older line that is longer than one row of the screen')
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...keys), { maxLength: 60 }), pressed => {
        terminal.session.input('\x03')
        terminal.session.resize(25, 10)
        const screen = new TestScreen(25)
        screen.write(terminal.session.getGreeting(true))
        for (const key of pressed) screen.write(terminal.session.input(key))
        const state = terminal.getState()
        const whole = prompt + state.line
        const rows = whole.match(/.{1,25}/gu) ?? []
        expect(screen.text()).toBe(
          rows
            .map(part => part.trimEnd())
            .join('\n')
            .trimEnd(),
        )
        const at = prompt.length + state.cursor
        expect([screen.row, screen.column]).toEqual([Math.floor(at / 25), at % 25])
      }),
      { numRuns: 60, seed: 7 },
    )
  })
})

describe('a session', () => {
  it('is resumed by a second connection, with the directory and the edited line', () => {
    const terminal = openTerminal()
    terminal.run('cd /var/backups')
    terminal.session.input('cat si')
    const again = terminal.open()
    const screen = new TestScreen(80)
    screen.write(again.getGreeting(true))
    expect(screen.text()).toBe('student@web01:/var/backups$ cat si')
  })

  it('prints nothing once its host has stopped', () => {
    const { session, stop } = openTerminal()
    expect(session.input('pwd\r')).toContain('/home/student')
    stop()
    expect(session.input('ls\r')).toBe('')
    expect(session.getGreeting(false)).toBe('')
  })

  it('prints only CRLF, and greets a new connection', () => {
    const { session } = openTerminal()
    const printed = session.getGreeting(false) + session.input('ls -la\rcat notes.txt\rhelp\r')
    expect(printed).toContain('web01')
    expect(printed.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it('never throws for any input', () => {
    const { session } = openTerminal()
    const inputs =
      'cat ls grep -r / * ~ | ; && > < \' " $( ) ` [a \\ .. -n # 2>&1 find -exec sudo xargs base64 -d \x1b[ \t nmap curl -p- head'
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...inputs.split(' ')), { maxLength: 8 }), line => {
        session.input(`${line.join(' ')}\r`)
        session.input('\x03')
      }),
      { numRuns: 80, seed: 11 },
    )
    const units = fc.array(fc.integer({ min: 0, max: 0x4ff }), { maxLength: 40 })
    fc.assert(
      fc.property(units, codes => void session.input(`${String.fromCharCode(...codes)}\r`)),
      { numRuns: 80, seed: 12 },
    )
  })
})
