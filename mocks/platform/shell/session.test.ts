import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importSnapshot } from '../create-db'
import { openTerminalSession } from './session'
import { openTerminal, runLine, TestScreen } from './test-terminal'

const getId = ({ db }: Awaited<ReturnType<typeof openTerminal>>) => db.tables.terminals.values()[0]?.id ?? ''
const prompt = 'student@web01:~$ '

async function onScreen(columns = 80) {
  const terminal = await openTerminal(104)
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
  ])('handles %s', async (_, keys, line) => {
    const { type } = await onScreen()
    expect(type(keys).text()).toBe((prompt + line).trimEnd())
  })

  it('is cleared by Ctrl+C, kept by Ctrl+L, and Ctrl+D logs out when it is empty', async () => {
    const { type } = await onScreen()
    expect(type('sleep\x03').text()).toBe(`${prompt}sleep^C\n${prompt.trimEnd()}`)
    expect(type('echo\x0c').text()).toBe(`${prompt}echo`)
    type('\x15\r')
    const ended = type('cd /var\r\x04').text()
    expect(ended).toContain('logout')
    expect(ended.endsWith(prompt.trimEnd())).toBe(true)
  })

  it('goes back and forth in the history', async () => {
    const { type } = await onScreen()
    type('pwd\rwhoami\rbeg')
    expect(type('\x1b[A').text().endsWith(`${prompt}whoami`)).toBe(true)
    expect(type('\x1b[A\x1b[A').text().endsWith(`${prompt}pwd`)).toBe(true)
    expect(type('\x1b[B\x1b[B').text().endsWith(`${prompt}beg`)).toBe(true)
  })

  it('lists the candidates of Tab below and stays', async () => {
    const { type } = await onScreen()
    expect(type('cat /var/\t').text()).toBe(`${prompt}cat /var/\nbackups/  log/  www/\n${prompt}cat /var/`)
  })

  it('is limited to 4 kB', async () => {
    const { session, db } = await onScreen()
    session.input('x'.repeat(20_000))
    expect(db.tables.terminals.values()[0]?.line).toHaveLength(4096)
    expect(session.input('y')).toBe('')
  })
})

describe('a session', () => {
  it('is resumed by a second connection, with the directory and the edited line', async () => {
    const terminal = await openTerminal(104)
    terminal.run('cd /var/backups')
    terminal.session.input('cat si')
    const again = await terminal.open()
    const screen = new TestScreen(80)
    screen.write(again.getGreeting(true))
    expect(screen.text()).toBe('student@web01:/var/backups$ cat si')
    expect(terminal.db.tables.terminals.values()).toHaveLength(1)
  })

  it('continues in a copy of the database', async () => {
    const terminal = await openTerminal(104)
    terminal.run('cd /var/backups')
    const copy = importSnapshot(terminal.db.exportSnapshot(), { machineNow: () => terminal.db.now() })
    copy.clock.set(terminal.db.now())
    const session = openTerminalSession(copy, getId(terminal))
    expect(session && runLine(session, 'pwd')).toBe('/var/backups\n')
  })

  it('of an ended lab prints nothing, and a restarted one has a new session', async () => {
    const terminal = await openTerminal(104)
    const id = getId(terminal)
    await terminal.stop()
    expect(terminal.session.input('ls\r')).toBe('')
    expect(openTerminalSession(terminal.db, id)).toBeNull()
    await terminal.start()
    await terminal.open()
    expect(getId(terminal)).not.toBe(id)
    expect(openTerminalSession(terminal.db, id)).toBeNull()
    expect(openTerminalSession(terminal.db, 'nothing')).toBeNull()
  })

  it('prints only CRLF, and greets a new connection', async () => {
    const { session } = await openTerminal(104)
    const printed = session.getGreeting(false) + session.input('ls -la\rcat notes.txt\rhelp\r')
    expect(printed).toContain('web01')
    expect(printed.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it('never throws for any input', async () => {
    const { session } = await openTerminal(104)
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
