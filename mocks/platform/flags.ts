import type { FlagResult } from '../../packages/contract/schema.gen'
import { ApiFault, tooManyAttempts } from './api-fault'
import type { TaskEntry } from './content'
import type { FlagSeed } from './data/types'
import type { Db } from './db'
import { digest } from './digest'
import { flagLimit, getMissesLeft, getRetryAfterSeconds, recordMiss } from './limits'
import { getParticipants } from './participants'
import type { UserRow } from './rows'
import { getScore } from './scores'
import { tableKeys } from './tables'

/**
 * A user's flag; only flags in files are the same for all users. A flag inside of a lab changes with each start, stays
 * valid after the lab has ended, and is undefined before the first start.
 */
export function getFlag(db: Db, userId: number, groupId: number, flag: FlagSeed): string | undefined {
  if (flag.isInFile) return `${flag.prefix}{${flag.stem}}`
  const parts = [db.seed, 'flag', userId, groupId, flag.id]
  if (flag.isInLab) {
    const lab = db.tables.labs.get(tableKeys.lab(userId, Math.floor(flag.id / 10)))
    if (!lab) return undefined
    parts.push(lab.started_at)
  }
  return `${flag.prefix}{${flag.stem}_${digest(8, ...parts)}}`
}

/** The user's correct flags of a task. Throws an Error if the task is not in the group. */
export function getFlags(db: Db, userId: number, groupId: number, taskId: number): string[] {
  const entry = db.content.tasks.get(taskId)
  if (entry?.group.id !== groupId) throw new Error(`There is no task ${taskId} in the group ${groupId}.`)
  return entry.task.flags.flatMap(flag => getFlag(db, userId, groupId, flag) ?? [])
}

export interface Submission {
  results: FlagResult[]
  attemptsLeft: number
}

/** Makes the check itself fail, to demonstrate that error. */
const FAILING_FLAG = 'flag{server_error}'

/** Counts as the first flag of any task, to demonstrate a correct answer. */
const DEMO_FLAG = 'flag{demo}'

/**
 * Checks flags in order; surrounding spaces are ignored, letter case counts. Correct flags count even if others in the
 * same call are wrong. Throws 500 for the failing flag, and 429 after too many wrong ones in the last minute.
 */
export function submitFlags(db: Db, user: UserRow, entry: TaskEntry, flags: readonly string[]): Submission {
  const { group, task } = entry
  const limitKey = `flag:${user.id}:${task.id}`
  const wait = getRetryAfterSeconds(db, limitKey, flagLimit)
  if (wait > 0) throw tooManyAttempts(wait)
  if (flags.includes(FAILING_FLAG)) throw new ApiFault(500, 'flag_server_error')
  const known = new Set(getScore(db, user, group.id, task.id).flags)
  const results = flags.map((flag): FlagResult => {
    const text = flag.trim()
    const found = task.flags.find(seed => getFlag(db, user.id, group.id, seed) === text)
    const match = found ?? (text === DEMO_FLAG ? task.flags[0] : undefined)
    if (!match) return { flag, verdict: 'incorrect' }
    if (known.has(match.id)) return { flag, verdict: 'already_solved', flag_id: match.id }
    known.add(match.id)
    db.tables.solves.put(tableKeys.solve(user.id, match.id), {
      user_id: user.id,
      group_id: group.id,
      task_id: task.id,
      flag_id: match.id,
      at: db.now(),
    })
    return { flag, verdict: 'correct', flag_id: match.id }
  })
  const misses = results.filter(result => result.verdict === 'incorrect').length
  if (misses > 0) recordMiss(db, limitKey, flagLimit, misses)
  return { results, attemptsLeft: getMissesLeft(db, limitKey, flagLimit) }
}

/** Whether no other member of the group has a flag of the task. */
export function isFirstSolve(db: Db, user: UserRow, { group, task }: TaskEntry): boolean {
  const others = db.tables.solves.filter(
    row => row.user_id !== user.id && row.group_id === group.id && row.task_id === task.id,
  )
  return (
    others.length === 0 &&
    !getParticipants(db, group.id).some(({ solves }) => solves.some(solve => solve.task_id === task.id))
  )
}
