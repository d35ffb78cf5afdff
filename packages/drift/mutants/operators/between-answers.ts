import { isObject, type JsonObject, listAt } from '../../../contract/json'
import { type Change, changeAt, changeLastAt } from '../change-at'
import type { BufferedResponse, Call, Drift, Operators } from '../mutant'
import { isSuccess, jsonResponse, parseJson, withJson } from '../responses'

/** Each answer keeps the contract; those of several calls, of several users, or before and after a write disagree. */

const STUDENT = 'student'

type Seen = {
  readonly id: string
  readonly user: string | undefined
  readonly call: Call
  readonly body: unknown
  readonly isSuccess: boolean
}

/** Changes a JSON answer; knows who asks, by the logins that it saw. */
function between(begin: () => (seen: Seen) => unknown): () => Drift {
  return () => {
    const users = new Map<string, string>()
    const change = begin()
    return {
      after: (response, call) => {
        const id = call.operation?.operationId ?? ''
        const body = parseJson(response)
        if (/^(?:login|refreshSession)$/.test(id) && isObject(body) && isObject(body.user))
          users.set(`Bearer ${body.access_token}`, String(body.user.username))
        const user = users.get(call.headers.get('authorization') ?? '')
        const changed = change({ id, user, call, body, isSuccess: isSuccess(response) })
        return changed === undefined || changed === body ? undefined : toResponse(response, changed)
      },
    }
  }
}

function toResponse(response: BufferedResponse, body: unknown): BufferedResponse {
  return isSuccess(response) ? withJson(response, body) : jsonResponse(200, body)
}

const getKey = ({ call: { params, url } }: Seen) => JSON.stringify([params, url.search])

/** What the student was sent is sent to others too. */
const shared = (operation: string, change: (theirs: JsonObject, own: JsonObject) => unknown) =>
  between(() => {
    const sent = new Map<string, unknown>()
    return seen => {
      if (seen.id !== operation || !seen.isSuccess) return undefined
      if (seen.user === STUDENT) {
        sent.set(getKey(seen), seen.body)
        return undefined
      }
      const own = sent.get(getKey(seen))
      return own === undefined ? undefined : change(seen.body as JsonObject, own as JsonObject)
    }
  })

/** Reads answer as they did before a write succeeded, for the user who wrote or for the student. */
const forgotten = (write: string, read: string, part?: string) =>
  between(() => {
    const before = new Map<string, unknown>()
    let isWritten = false
    return seen => {
      if (seen.id === write && seen.isSuccess) isWritten = true
      if (seen.id !== read) return undefined
      const key = `${seen.user} ${getKey(seen)}`
      if (!isWritten) {
        if (seen.isSuccess) before.set(key, seen.body)
        return undefined
      }
      const old = before.get(key)
      if (old === undefined) return undefined
      if (part === undefined) return old
      return isObject(seen.body) && isObject(old) ? { ...seen.body, [part]: old[part] } : undefined
    }
  })

const inAnswers = (operation: string, pointer: string, change: Change, isLast = false) =>
  between(
    () =>
      ({ id, body, isSuccess }) =>
        id === operation && isSuccess ? (isLast ? changeLastAt : changeAt)(body, pointer, change) : undefined,
  )

const add =
  (count: number): Change =>
  value =>
    typeof value === 'number' ? value + count : value
const tomorrow: Change = value =>
  typeof value === 'string' ? new Date(Date.parse(value) + 400 * 86_400_000).toISOString() : value

export const betweenAnswers: Readonly<Record<string, () => Drift>> = {
  "the student's solves in everybody's states": shared('listTaskStatuses', (_, own) => own),
  "the student's lab in everybody's states": shared('getLabStatus', (_, own) => own),
  'a share link that opens another user': inAnswers('getSharedProfile', '/user/id', add(1)),
  'a hidden task that the list keeps': forgotten('setTaskVisibility', 'getGroup', 'categories'),
  'a hidden task that still opens': forgotten('setTaskVisibility', 'getTask'),
  'a solve that the states forget': forgotten('submitFlags', 'listTaskStatuses'),
  'a solve that the task forgets': forgotten('submitFlags', 'getTask', 'flags'),
  'a solve that the group forgets': forgotten('submitFlags', 'getGroup', 'tasks_solved'),
  'a solve that the scoreboard forgets': forgotten('submitFlags', 'getLeaderboard', 'rows'),
  'a start that the group forgets': forgotten('startAttempt', 'getGroup', 'attempts'),
  'a request that the group forgets': forgotten('requestAttempt', 'getGroup', 'attempts'),
  'a name that the profile forgets': forgotten('updateUsername', 'getCompetencies', 'user'),
  "points of the reader's row": between(
    () =>
      ({ id, body, isSuccess }) =>
        id === 'getLeaderboard' && isSuccess
          ? changeAt(body, '/rows/*', row =>
              isObject(row) && row.user_id === 1 ? { ...row, solved: Number(row.solved) + 1 } : row,
            )
          : undefined,
  ),
  'the reader without a line': between(
    () =>
      ({ id, body, isSuccess }) =>
        id === 'getLeaderboard' && isSuccess
          ? changeAt(body, '/series', lines =>
              Array.isArray(lines) ? lines.filter(line => line.user_id !== 1) : lines,
            )
          : undefined,
  ),
  'evidence that is dead': inAnswers('getCompetencies', '/competencies/*/tasks/*/id', add(5000)),
  'activity that counts three times': inAnswers(
    'getCompetencies',
    '/activity/*/solved',
    value => Number(value) * 3,
  ),
  'required tasks that are left': inAnswers('getGroup', '/important_left', value =>
    Math.max(0, Number(value) - 1),
  ),
  'a solve in the future': inAnswers('listTaskStatuses', '/*/solved_at', tomorrow, true),
  'another cost of a hint': inAnswers('takeHint', '/hint/cost', add(7)),
  'another price of the next hint': inAnswers('getTask', '/hint_cost', add(3)),
  'the invite of another group': inAnswers('checkInvite', '/group/id', add(1)),
  "the student's flags in everybody's task": shared('getTask', (theirs, { flags }) => ({ ...theirs, flags })),
  "the student's hints in everybody's task": shared('getTask', (theirs, { hints_taken, hints_left }) => ({
    ...theirs,
    hints_taken,
    hints_left,
  })),
  "the student's competencies for everybody": shared('getCompetencies', (_, own) => own),
  'attempts of everybody': between(() => {
    const all = new Map<unknown, unknown>()
    return ({ id, body, isSuccess }) =>
      id === 'getGroup' && isSuccess
        ? changeAt(body, '/attempts', attempts => {
            if (!Array.isArray(attempts) || !isObject(body) || body.is_exam !== true) return attempts
            for (const one of attempts) all.set(one.id, one)
            return [...all.values()]
          })
        : undefined
  }),
  'a payment check that the group does not know': inAnswers('checkPayment', '/status', status =>
    status === 'completed' ? 'checking' : 'completed',
  ),
  'older attempts that a request leaves out': inAnswers('requestAttempt', '/attempts', attempts =>
    Array.isArray(attempts) ? attempts.slice(-1) : attempts,
  ),
  'a started attempt without its tasks': inAnswers('startAttempt', '/categories', () => []),
  'a right flag that is called solved already': inAnswers('submitFlags', '/results/*/verdict', verdict =>
    verdict === 'already_solved' ? 'correct' : verdict === 'correct' ? 'already_solved' : verdict,
  ),
  'points that a right flag does not bring': inAnswers('submitFlags', '/points_earned', () => 0),
  'a total of hints that counts one more': inAnswers('takeHint', '/hint/total', add(1)),
  'a number of solvers that stays 0': inAnswers('getGroup', '/categories/*/tasks/*/solved_by', () => 0),
  'totals that count a task for each competency': between(
    () =>
      ({ id, body, isSuccess }) =>
        id === 'getCompetencies' && isSuccess && isObject(body) && Array.isArray(body.competencies)
          ? changeAt(body, '/totals/tasks_solved', () =>
              listAt(body.competencies).reduce<number>(
                (sum, one) => sum + Number(isObject(one) && one.tasks_solved),
                0,
              ),
            )
          : undefined,
  ),
  'names in the wrong order': inAnswers('getLeaderboard', '/rows/*', row =>
    isObject(row) && row.first_name && row.last_name
      ? { ...row, first_name: row.last_name, last_name: row.first_name }
      : row,
  ),
  'closed profiles that the scoreboard calls public': inAnswers(
    'getLeaderboard',
    '/rows/*/is_public',
    () => true,
  ),
  'solved tasks of closed profiles': inAnswers('getLeaderboard', '/rows/*', row =>
    isObject(row) && row.is_public === false ? { ...row, solved_tasks: [] } : row,
  ),
  'a shared profile that stays private': inAnswers('getCompetencies', '/is_public', () => false),
  'another address after a new name': inAnswers('updateUsername', '/email', () => 'other@mail.example'),
  'a hidden task that administrators see as visible': inAnswers(
    'getGroup',
    '/categories/*/tasks/*/visible',
    () => true,
  ),
  'a state that a running lab lacks': inAnswers('listTaskStatuses', '', states =>
    Array.isArray(states) ? states.filter(one => one.lab_status === 'off') : states,
  ),
  'a solve that the list of groups forgets': forgotten('submitFlags', 'listGroups'),
  'an end of the lab that the states have later': inAnswers(
    'listTaskStatuses',
    '/*/lab_expires_at',
    tomorrow,
  ),
  'an invite that joins nothing': between(
    () =>
      ({ id, user, isSuccess }) =>
        id === 'listGroups' && isSuccess && user?.startsWith('probe-') ? [] : undefined,
  ),
  'an upload that is never remembered': between(() => {
    let first: unknown
    return ({ id, body, isSuccess }) => {
      if (id !== 'uploadToLms' || !isSuccess) return undefined
      first ??= body
      return first
    }
  }),
}

export const betweenOperators: Operators = {
  DR62: {
    kind: 'relations',
    globalSites: () =>
      Object.entries(betweenAnswers).map(([location, begin]) => ({ location, variants: [begin] })),
  },
}
