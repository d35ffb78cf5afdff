import { describe, expect, it } from 'vitest'
import { runLine } from '../shell/test-terminal'
import { content } from './content'
import { importSnapshot } from './create-db'
import { shellSeeds } from './data/shells'
import { openTerminalSession } from './terminals'
import { openTerminal } from './test-terminal'

/** The shortest solution of each task that is solved inside of its lab. */
const solutions: readonly [task: number, lines: readonly string[]][] = [
  [104, ['ls -la', 'cat notes.txt', "find / -name 'flag.txt' 2>/dev/null", 'cat /var/backups/site/flag.txt']],
  [130, ['nmap -sn 198.51.100.0/28', 'nmap -p- --min-rate 1000 198.51.100.5', 'nc 198.51.100.5 31415']],
  [131, ['dig +short NS factory.example', 'dig @ns2.factory.example factory.example AXFR']],
  [133, ['snmpwalk -v2c -c public 198.51.100.20 1.3.6.1.2.1.25.4.2.1.5']],
  [135, ['sudo -l', 'sudo less /var/log/../../root/flag.txt']],
  [
    136,
    [
      'find / -perm -4000 -type f -ls 2>/dev/null',
      'strings -n 6 /usr/local/bin/backup-helper',
      'backup-helper granite-owl-71',
    ],
  ],
  [137, ['cat /opt/jobs/nightly-copy.sh', "grep -o 'TOKEN=.*' /var/log/jobs/nightly-copy.log", 'base64']],
  [
    139,
    ['grep CapEff /proc/self/status', 'capsh --decode=00000000a80c25fb', 'cat /proc/1/root/root/flag.txt'],
  ],
  [208, ['id', 'find / -group operators -readable -type f 2>/dev/null', 'cat /srv/handbook/oncall.txt']],
  [209, ["restart-service 'x; cat /root/flag.txt; :'"]],
  [401, ["tail -n 1 \"$(grep -rl 'маяк' ~/letters | xargs grep -L 'берег')\""]],
  [402, ['find /srv/school -type f -perm -040 ! -perm -400 -exec cat {} +']],
]

const tasks = [...content.tasks.values()].map(({ task }) => task)
const inLab = tasks.filter(task => task.flags.some(flag => flag.isInLab))

describe('every task that is solved inside of its lab', () => {
  it('has a solution here, a lab with a terminal, and a host', () => {
    expect(solutions.map(([task]) => task)).toEqual(inLab.map(({ id }) => id).sort())
    for (const task of inLab) {
      expect(task.lab?.hasTerminal, task.title).toBe(true)
      expect(shellSeeds.has(task.id), task.title).toBe(true)
    }
    expect([...shellSeeds.keys()].sort()).toEqual(inLab.map(({ id }) => id).sort())
  })

  it.each(solutions)('%i gives exactly its flags', async (task, lines) => {
    const terminal = await openTerminal(task, 'admin')
    let shown = ''
    for (const line of lines) {
      // The user copies the last output.
      const copied = shown.trim().replace(/^TOKEN=/, '')
      shown = terminal.run(line === 'base64' ? `echo '${copied}' | base64 -d` : line)
      if (line !== lines.at(-1)) expect(shown.match(/flag\{[^}]*\}/g)).toBeNull()
    }
    expect(terminal.flags()).toHaveLength(1)
    expect(shown.match(/flag\{[^}]*\}/g)).toEqual(terminal.flags())
  })
})

describe('the hosts of the labs', () => {
  it.each([...shellSeeds])('of task %i contain no flags, and have reserved addresses', (id, seed) => {
    const text = JSON.stringify(seed)
    const task = content.tasks.get(id)?.task
    for (const flag of task?.flags ?? []) {
      expect(text).not.toContain(flag.stem)
      expect(text).toContain(`{{flag:${flag.id}}}`)
    }
    for (const { address } of [seed, ...(seed.network ?? [])])
      expect(address).toMatch(/^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$/)
  })
})

describe('a flag inside of a lab', () => {
  const solution = 'cat /var/backups/site/flag.txt'

  it('is correct, also after the lab was stopped', async () => {
    const { run, stop, submit } = await openTerminal(104)
    const flag = run(solution).trim()
    await stop()
    expect((await submit(flag)).body.results[0]?.verdict).toBe('correct')
  })

  it('does not exist before the first start', async () => {
    const { db } = await openTerminal(104)
    expect(db.getFlags(1, 1, 130)).toEqual([])
  })

  it('of an older start or of another user is incorrect', async () => {
    const { run, stop, start, open, submit, flags } = await openTerminal(104)
    const old = run(solution).trim()
    await stop()
    await start()
    await open()
    expect(flags()).not.toEqual([old])
    const others = (await openTerminal(104, 'lms')).run(solution).trim()
    for (const flag of [old, others]) expect((await submit(flag)).body.results[0]?.verdict).toBe('incorrect')
    expect((await submit(flags()[0] ?? '')).body.results[0]?.verdict).toBe('correct')
  })

  it('is in no response of the platform', async () => {
    const { call, getToken, flags } = await openTerminal(104)
    const token = getToken('student')
    const shown = [
      await call('getTask', { token, params: { group: 1, task: 104 } }),
      await call('getLabStatus', { token, query: { group_id: 1, task_id: 104 } }),
    ]
    expect(JSON.stringify(shown.map(({ body }) => body))).not.toContain(flags()[0]?.slice(5, -1))
  })
})

describe('a terminal', () => {
  const getId = ({ db }: Awaited<ReturnType<typeof openTerminal>>) =>
    db.tables.terminals.values()[0]?.id ?? ''

  it('is the same for a second connection', async () => {
    const terminal = await openTerminal(104)
    terminal.run('cd /var/backups')
    const again = await terminal.open()
    expect(runLine(again, 'pwd')).toBe('/var/backups\n')
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
})
