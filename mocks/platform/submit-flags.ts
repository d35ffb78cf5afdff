import { ApiFault, tooManyAttempts } from './api-fault'
import type { PlacedTask } from './content'
import type { Db } from './db'
import { flagText } from './flags'
import { flagLimit, missesLeft, noteMiss, secondsToWait } from './limits'
import type { UserRow } from './rows'
import { scoreOf } from './scores'
import { keyOf } from './tables'

interface FlagResult {
  flag: string
  verdict: 'correct' | 'incorrect' | 'already_solved'
  flag_id?: number
}

export interface Submission {
  results: FlagResult[]
  attemptsLeft: number
}

/** A flag that makes the check itself fail, so that a screen's answer to that can be seen anywhere. */
const failingFlag = 'flag{server_error}'

/** A flag that is right at every task, as its first one: a right answer can be seen without solving anything. */
const demoFlag = 'flag{demo}'

/**
 * Judges flags in their order; spaces at the ends do not count, letter case does. Right ones are kept even when
 * others in the same call are wrong. Throws 500 for the failing flag, and 429 with Retry-After when too many wrong ones came in the last minute.
 */
export function submitFlags(db: Db, user: UserRow, placed: PlacedTask, flags: readonly string[]): Submission {
  const { group, task } = placed
  const limitKey = `flag:${user.id}:${task.id}`
  const wait = secondsToWait(db, limitKey, flagLimit)
  if (wait > 0) throw tooManyAttempts(wait)
  if (flags.includes(failingFlag)) throw new ApiFault(500, 'flag_server_error')
  const known = new Set(scoreOf(db, user, group.id, task.id).flags)
  const results = flags.map((flag): FlagResult => {
    const text = flag.trim()
    const found = task.flags.find(seed => flagText(db, user.id, group.id, seed) === text)
    const match = found ?? (text === demoFlag ? task.flags[0] : undefined)
    if (!match) return { flag, verdict: 'incorrect' }
    if (known.has(match.id)) return { flag, verdict: 'already_solved', flag_id: match.id }
    known.add(match.id)
    db.tables.solves.put(keyOf.solve(user.id, match.id), {
      user_id: user.id,
      group_id: group.id,
      task_id: task.id,
      flag_id: match.id,
      at: db.now(),
    })
    return { flag, verdict: 'correct', flag_id: match.id }
  })
  const misses = results.filter(result => result.verdict === 'incorrect').length
  if (misses > 0) noteMiss(db, limitKey, flagLimit, misses)
  return { results, attemptsLeft: missesLeft(db, limitKey, flagLimit) }
}
