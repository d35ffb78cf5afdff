import type { TerminalSession } from '../shell/session'
import { runLine } from '../shell/test-terminal'
import { createPlatform } from '../test-platform'
import { openTerminalSession } from './terminals'

/** Starts a user's lab of a task and opens its terminal. */
export async function openTerminal(taskId: number, as: 'student' | 'lms' | 'admin' = 'student') {
  const platform = createPlatform({ settings: { accessLifetimeSeconds: 864_000 } })
  const { db } = platform
  const groupId = Math.floor(taskId / 100)
  const token = platform.getToken(as)
  const query = { task_id: taskId, group_id: groupId }
  const userId = db.tables.users.find(user => user.username === as)?.id ?? 0
  const open = async (): Promise<TerminalSession> => {
    const { body } = await platform.call('openTerminal', { token, params: { group: groupId, task: taskId } })
    const id: string = /[0-9a-f]{24}/.exec(body.url ?? '')?.[0] ?? ''
    const session = openTerminalSession(db, id)
    if (!session) throw new Error(`There is no terminal ${id}.`)
    return session
  }
  const start = async () => {
    await platform.call('startLab', { token, query })
    db.clock.advance(120_000)
  }
  await start()
  const session = await open()
  return {
    ...platform,
    session,
    open,
    start,
    stop: () => platform.call('stopLab', { token, query }),
    submit: (flag: string) => platform.sendFlags(taskId, [flag], { token, group_id: groupId }),
    flags: () => db.getFlags(userId, groupId, taskId),
    /** Runs lines and returns the output without prompts, echoes and colors. */
    run: (...lines: string[]) => lines.map(line => runLine(session, line)).join(''),
  }
}
