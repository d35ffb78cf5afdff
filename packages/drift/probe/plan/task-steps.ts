import { driftIds } from '../../../contract/validator/drift-ids'
import type { Task } from '../facts'
import type { ProbeContext } from '../probe-context'
import { requireValue } from '../probe-options'
import { actAs, inOwnLanes, type Step, step } from '../step'
import { readWhole } from './group-steps'
import { checkOthers, checkOtherTasks, checkSolved, readOthers, readOtherTasks } from './relations'
import { TOO_MANY } from './user-steps'

async function readTask(probe: ProbeContext, group: number, task: number): Promise<Task> {
  const { body } = await actAs(probe, 'student').request('getTask', { path: { group, task } }, [[200]])
  probe.facts.tasks.set(task, body)
  return body
}

const taskPath = (task: Pick<Task, 'id' | 'group_id'>) => ({ path: { group: task.group_id, task: task.id } })
export const taskReadSteps: readonly Step[] = inOwnLanes([
  step('getWriteup', 'open to the reader', {
    as: 'student',
    call: probe =>
      taskPath(
        probe.facts.task(
          'write-up that is open',
          ({ id, has_writeup, writeup_rule }) =>
            has_writeup && (writeup_rule === 'always' || probe.facts.isSolved(id) === true),
        ),
      ),
    expected: [[200]],
    isSmoke: true,
  }),
  step('getWriteup', 'before the task is solved', {
    as: 'student',
    call: probe =>
      taskPath(
        probe.facts.task(
          'write-up that is closed',
          ({ id, has_writeup, writeup_rule }) =>
            has_writeup && writeup_rule === 'after_solve' && probe.facts.isSolved(id) === false,
        ),
      ),
    expected: [[403, 'writeup is available after solving']],
    reason: 'the task is not solved',
  }),
])

const cost = ({ hint_cost = 0 }: Task) => hint_cost

const hint: Step = {
  name: 'takeHint: the cheapest, and what is left then',
  operations: ['takeHint', 'getTask'],
  isSmoke: true,
  run: async probe => {
    const student = actAs(probe, 'student')
    const able = [...probe.facts.tasks.values()].filter(
      ({ status, has_hint }) => has_hint && status === 'active',
    )
    const left = able.filter(({ hints_left }) => hints_left > 0).sort((a, b) => cost(a) - cost(b))
    const task = requireValue(left[0] ?? able[0], 'task with hints')
    const id = { group_id: task.group_id, task_id: task.id }
    const others = await readOtherTasks(probe, id)
    const { body, exchange } = await student.request('takeHint', taskPath(task), [[200]])
    const after = await readTask(probe, task.group_id, task.id)
    await checkOtherTasks(probe, id, others, 'hints_taken')
    // Each of these may be left out.
    const isCounted = [task, after].every(({ hints_left }) => typeof hints_left === 'number')
    if (isCounted && after.hints_left !== Math.max(0, task.hints_left - 1)) {
      const what = `A taken hint stays taken: ${task.hints_left} were left before, ${after.hints_left} after.`
      probe.findings.report(
        driftIds.contradiction,
        { operationId: 'takeHint', place: 'operation', what },
        exchange,
      )
    }
    const paid = body.hint && 'cost' in body.hint ? body.hint.cost : undefined
    if (typeof paid === 'number' && typeof task.hint_cost === 'number' && paid !== task.hint_cost) {
      const what = `The task said that the next hint costs ${task.hint_cost} points; it has cost ${paid}.`
      probe.findings.reportAssumed(
        driftIds.wrongRelation,
        'takeHint',
        'answer 200 /hint/cost',
        what,
        exchange,
      )
    }
    const came = body.hint && 'id' in body.hint ? body.hint : undefined
    const taken = after.hints_taken.map(one => one.id)
    if (typeof came?.id === 'number' && taken.every(Number.isInteger) && !taken.includes(came.id)) {
      const what = 'A taken hint stays taken; the task that was read after it does not have it.'
      probe.findings.reportAssumed(
        driftIds.contradiction,
        'getTask',
        'answer 200 /hints_taken',
        what,
        exchange,
      )
    }
    const number = body.hint && 'number' in body.hint ? body.hint.number : undefined
    if (typeof number === 'number' && number !== task.hints_taken.length + 1) {
      const what = `Hints come in their order; number ${task.hints_taken.length + 1} was next, ${number} came.`
      probe.findings.reportAssumed(
        driftIds.wrongRelation,
        'takeHint',
        'answer 200 /hint/number',
        what,
        exchange,
      )
    }
    const all = after.hints_taken.length + after.hints_left
    if (isCounted && typeof came?.total === 'number' && came.total !== all) {
      const what = `The task has ${all} hints, taken or left; by the hint there are ${came.total}.`
      probe.findings.reportAssumed(
        driftIds.wrongRelation,
        'takeHint',
        'answer 200 /hint/total',
        what,
        exchange,
      )
    }
    const last = left.find(({ id, hints_left }) => id !== task.id && hints_left === 1 && cost(task) < 100)
    if (!last || probe.options.plan === 'smoke') return
    await student.request('takeHint', taskPath(last), [[200]])
    const none = await student.request('takeHint', taskPath(last), [[200]])
    if (none.body.hint && Object.keys(none.body.hint).length > 0) {
      const what = 'One hint was left and is taken; the next answer has a hint again.'
      probe.findings.reportAssumed(
        driftIds.contradiction,
        'takeHint',
        'answer 200 /hint',
        what,
        none.exchange,
      )
    }
  },
}

/** The task for wrong flags: the last unsolved one. */
function targetTask(probe: ProbeContext): { task_id: number; group_id: number } {
  const right = probe.options.values.rightFlag?.task_id
  const able = [...probe.facts.tasks.values()].filter(
    ({ id, status, flags_total }) =>
      status === 'active' && flags_total > 0 && id !== right && !probe.facts.isSolved(id),
  )
  const { id, group_id } = requireValue(able.at(-1), 'task that takes flags')
  return { task_id: id, group_id }
}

const longestFlags = (probe: ProbeContext) => {
  const flags = Array.from({ length: 50 }, (_, index) => `wrong{${probe.facts.nonce}_${index}}`)
  return [...flags.slice(0, 48), 'x', `wrong{${'x'.repeat(493)}}`]
}

const wrongFlags: Step = {
  name: 'submitFlags: wrong ones, until a pause is due',
  operations: ['submitFlags'],
  isSmoke: true,
  run: async probe => {
    const student = actAs(probe, 'student')
    const query = targetTask(probe)
    const few = { query, json: { flags: [`wrong{${probe.facts.nonce}}`, `wrong{a}`] } }
    const many = { query, json: { flags: longestFlags(probe) } }
    // An earlier run may have used up the attempts.
    const first = await student.request('submitFlags', few, [[200], TOO_MANY], {
      reason: 'a wrong flag is answered by a verdict',
    })
    if (first.status !== 200) return
    if (probe.options.plan === 'smoke') return
    const more = await student.request('submitFlags', many, [[200], TOO_MANY], {
      driftId: driftIds.maximumLowered,
      reason: '50 flags of 1 to 500 characters are allowed',
    })
    const before = first.body.attempts_left
    const after = more.status === 200 ? more.body.attempts_left : undefined
    if (before !== undefined && after !== undefined && after >= Math.max(before, 1)) {
      const what = `Each wrong flag leaves one try less; ${before} were left, and ${after} after more wrong flags.`
      probe.findings.reportAssumed(
        driftIds.contradiction,
        'submitFlags',
        'answer 200 /attempts_left',
        what,
        more.exchange,
      )
    }
    await student.request('submitFlags', few, [TOO_MANY, [200]], {
      reason: 'many wrong flags came before',
    })
  },
}

const rightFlag: Step = {
  name: 'submitFlags: a right one',
  operations: ['submitFlags', 'getTask', 'listGroups', 'getGroup', 'listTaskStatuses', 'getLeaderboard'],
  run: async probe => {
    const { group_id, task_id, flag } = requireValue(probe.options.values.rightFlag, 'value rightFlag')
    const call = { query: { group_id, task_id }, json: { flags: [flag] } }
    const { request } = actAs(probe, 'student')
    const before = await readOthers(probe, { group_id, task_id })
    const others = await readOtherTasks(probe, { group_id, task_id })
    const { body, status, exchange } = await request('submitFlags', call, [[200], TOO_MANY])
    const verdict = status === 200 ? body.results[0]?.verdict : undefined
    if (verdict === 'incorrect') {
      const what = 'The fixtures mark the flag as right; the server called it incorrect.'
      probe.findings.reportAssumed(
        driftIds.contradiction,
        'submitFlags',
        'answer 200 /results/*/verdict',
        what,
        exchange,
      )
    }
    if (verdict !== 'correct' && verdict !== 'already_solved') return
    await readTask(probe, group_id, task_id)
    if (status === 200) await checkSolved(probe, { group_id, task_id }, body)
    await checkOthers(probe, { group_id, task_id }, before, 'solved')
    await checkOtherTasks(probe, { group_id, task_id }, others, 'flags')
    const again = await request('submitFlags', call, [[200], TOO_MANY])
    if (again.status === 200 && again.body.results[0]?.verdict === 'correct') {
      const what = `The flag was ${verdict} before; sent again it is already_solved, correct came.`
      probe.findings.reportAssumed(
        driftIds.contradiction,
        'submitFlags',
        'answer 200 /results/*/verdict',
        what,
        again.exchange,
      )
    }
    // The group that is read next has to agree with it.
    const list = await request('listGroups', {}, [[200]])
    const listed = list.body.find(({ id }) => id === group_id)
    if (listed) await readWhole(probe, 'student', listed)
  },
}

const noFlags: Step = {
  name: 'submitFlags: to a task without flags',
  operations: ['submitFlags'],
  run: async probe => {
    const tasks = [...probe.facts.tasks.values()]
    const task = tasks.find(({ status, flags_total }) => status === 'active' && flags_total === 0)
    // Most servers have none.
    if (!task) return
    const call = { query: { group_id: task.group_id, task_id: task.id }, json: { flags: ['wrong{none}'] } }
    await actAs(probe, 'student').request('submitFlags', call, [[400, 'Task has not flag']], {
      reason: 'flags_total of the task is 0',
    })
  },
}

export const taskWriteSteps: readonly Step[] = [
  hint,
  noFlags,
  rightFlag,
  step('submitFlags', 'for which the check fails', {
    as: 'student',
    call: probe => ({
      query: targetTask(probe),
      json: { flags: [requireValue(probe.options.values.failingFlag, 'value failingFlag')] },
    }),
    expected: [[500, 'flag_server_error'], TOO_MANY],
    reason: 'the fixtures name a flag whose check fails',
  }),
  wrongFlags,
]
