import type { Task } from '../contract-types'
import { unknownId } from '../facts'
import { found } from '../probe-errors'
import type { Scene } from '../scene'
import { type Step, step } from '../step'
import { openGroup } from './group-steps'

/** So many tasks of one group are read at most. */
const mostTasks = 40

const readAll: Step = {
  name: 'getTask: those of an open group',
  operations: ['getTask'],
  isSmoke: true,
  run: async scene => {
    const { id: group, categories } = scene.facts.whole('student', openGroup(scene).id)
    const ids = categories.flatMap(({ tasks }) => tasks.map(({ id }) => id))
    const most = scene.options.plan === 'smoke' ? 1 : mostTasks
    for (const task of ids.slice(0, most)) await readTask(scene, group, task)
  },
}

async function readTask(scene: Scene, group: number, task: number): Promise<Task> {
  const { body, exchange } = await scene.ask({
    operationId: 'getTask',
    call: { path: { group, task } },
    by: { person: scene.person('student') },
    answers: [[200]],
  })
  if (body.id !== task) {
    const what = `Task ${task} was asked for, task ${body.id} was answered.`
    scene.say('DR12', { operationId: 'getTask', place: 'path task', what }, exchange)
  }
  scene.facts.tasks.set(task, body)
  return body
}

const places = (task: Pick<Task, 'id' | 'group_id'>) => ({ path: { group: task.group_id, task: task.id } })
const nowhere = (scene: Scene) => ({ path: { group: openGroup(scene).id, task: unknownId } })
const disabled = (scene: Scene) =>
  places(scene.facts.task('disabled task', ({ status }) => status === 'disabled'))

/** Specification, section 7, Tasks: what only reads. */
export const taskReadSteps: readonly Step[] = [
  readAll,
  step('getTask', 'unknown', { as: 'student', call: nowhere, answers: [[404, 'Task not found']] }),
  step('getWriteup', 'open to the reader', {
    as: 'student',
    call: scene =>
      places(
        scene.facts.task(
          'write-up that is open',
          ({ id, has_writeup, writeup_rule }) =>
            has_writeup && (writeup_rule === 'always' || scene.facts.isSolved(id)),
        ),
      ),
    answers: [[200]],
    isSmoke: true,
  }),
  step('getWriteup', 'before the task is solved', {
    as: 'student',
    call: scene =>
      places(
        scene.facts.task(
          'write-up that is closed',
          ({ id, has_writeup, writeup_rule }) =>
            has_writeup && writeup_rule === 'after_solve' && !scene.facts.isSolved(id),
        ),
      ),
    answers: [[403, 'writeup is available after solving']],
    because: 'the task is not solved',
  }),
  step('getWriteup', 'of an unknown task', {
    as: 'student',
    call: nowhere,
    answers: [[404, 'Task not found']],
  }),
]

const cost = ({ hint_cost = 0 }: Task) => hint_cost

/** Takes the cheapest hint that is left, and looks whether it stays taken. */
const hint: Step = {
  name: 'takeHint: the cheapest, and what is left then',
  operations: ['takeHint', 'getTask'],
  isSmoke: true,
  run: async scene => {
    const person = scene.person('student')
    const able = [...scene.facts.tasks.values()].filter(
      ({ status, has_hint }) => has_hint && status === 'active',
    )
    const left = able.filter(({ hints_left }) => hints_left > 0).sort((a, b) => cost(a) - cost(b))
    const task = found(left[0] ?? able[0], 'task with hints')
    const ask = () =>
      scene.ask({ operationId: 'takeHint', call: places(task), by: { person }, answers: [[200]] })
    const { body, exchange } = await ask()
    const after = await readTask(scene, task.group_id, task.id)
    if (after.hints_left !== Math.max(0, task.hints_left - 1)) {
      const what = `A taken hint stays taken: ${task.hints_left} were left before, ${after.hints_left} after.`
      scene.say('DR62', { operationId: 'takeHint', place: 'operation', what }, exchange)
    }
    const number = body.hint && 'number' in body.hint ? body.hint.number : undefined
    if (number !== undefined && number !== task.hints_taken.length + 1) {
      const what = `Hints come in their order; number ${task.hints_taken.length + 1} was next, ${number} came.`
      scene.say(
        'DR63',
        { operationId: 'takeHint', place: 'answer 200 /hint/number', what, isAssumed: true },
        exchange,
      )
    }
    const last = left.find(({ id, hints_left }) => id !== task.id && hints_left === 1 && cost(task) < 100)
    if (!last || scene.options.plan === 'smoke') return
    for (const time of [1, 2]) {
      const { body } = await scene.ask({
        operationId: 'takeHint',
        call: places(last),
        by: { person },
        answers: [[200]],
        ...(time === 2 && { because: 'an empty hint says that none is left' }),
      })
      if (time === 2 && body.hint && 'id' in body.hint) return
    }
  },
}

/** The task at which wrong flags are tried: one that the student has not solved, the last one. */
function targetTask(scene: Scene): { task_id: number; group_id: number } {
  const right = scene.options.values.rightFlag?.task_id
  const able = [...scene.facts.tasks.values()].filter(
    ({ id, status }) => status === 'active' && id !== right && !scene.facts.isSolved(id),
  )
  const { id, group_id } = found(able.at(-1), 'task that takes flags')
  return { task_id: id, group_id }
}

const longest = (scene: Scene) => {
  const flags = Array.from({ length: 50 }, (_, index) => `wrong{${scene.facts.nonce}_${index}}`)
  return [...flags.slice(0, 48), 'x', `wrong{${'x'.repeat(493)}}`]
}

const wrongFlags: Step = {
  name: 'submitFlags: wrong ones, until a pause is due',
  operations: ['submitFlags'],
  isSmoke: true,
  run: async scene => {
    const by = { person: scene.person('student') }
    const query = targetTask(scene)
    const flags = [`wrong{${scene.facts.nonce}}`, `wrong{a}`]
    const first = await scene.ask({
      operationId: 'submitFlags',
      call: { query, json: { flags } },
      by,
      // An earlier run may have used up the tries.
      answers: [[200], [429, 'too many attempts']],
      because: 'a wrong flag is answered by a verdict',
    })
    if (first.status !== 200) return
    const given = first.body.results.map(({ flag }) => flag)
    if (given.join('\n') !== flags.join('\n')) {
      const what = `Verdicts come in the order of the flags; ${flags.length} were sent, ${given.length} verdicts came or stand elsewhere.`
      scene.say(
        'DR63',
        { operationId: 'submitFlags', place: 'answer 200 /results', what, isAssumed: true },
        first.exchange,
      )
    }
    if (scene.options.plan === 'smoke') return
    await scene.ask({
      operationId: 'submitFlags',
      call: { query, json: { flags: longest(scene) } },
      by,
      answers: [[200], [429, 'too many attempts']],
      driftId: 'DR14',
      because: '50 flags of 1 to 500 characters are allowed',
    })
    await scene.ask({
      operationId: 'submitFlags',
      call: { query, json: { flags } },
      by,
      answers: [[429, 'too many attempts'], [200]],
      because: 'many wrong flags came before',
    })
  },
}

const rightFlag: Step = {
  name: 'submitFlags: a right one',
  operations: ['submitFlags', 'getTask'],
  run: async scene => {
    const { group_id, task_id, flag } = found(scene.options.values.rightFlag, 'value rightFlag')
    const { body, status, exchange } = await scene.ask({
      operationId: 'submitFlags',
      call: { query: { group_id, task_id }, json: { flags: [flag] } },
      by: { person: scene.person('student') },
      answers: [[200], [429, 'too many attempts']],
    })
    const verdict = status === 200 ? body.results[0]?.verdict : undefined
    if (verdict === 'incorrect') {
      const what = 'The fixtures call the flag right; it was judged incorrect.'
      scene.say(
        'DR62',
        { operationId: 'submitFlags', place: 'answer 200 /results/*/verdict', what, isAssumed: true },
        exchange,
      )
    }
    if (verdict === 'correct' || verdict === 'already_solved') await readTask(scene, group_id, task_id)
  },
}

/** Specification, section 7, Tasks: what leaves traces. */
export const taskWriteSteps: readonly Step[] = [
  hint,
  step('takeHint', 'of a disabled task', {
    as: 'student',
    call: disabled,
    answers: [[403, 'You dont have access to this task']],
    because: 'the task is disabled',
  }),
  step('takeHint', 'of an unknown task', {
    as: 'student',
    call: nowhere,
    answers: [[404, 'Task not found']],
  }),
  rightFlag,
  step('submitFlags', 'of a disabled task', {
    as: 'student',
    call: scene => {
      const { path } = disabled(scene)
      return { query: { group_id: path.group, task_id: path.task }, json: { flags: ['wrong{}'] } }
    },
    answers: [[403, 'You dont have access to this task']],
    because: 'the task is disabled',
  }),
  step('submitFlags', 'of an unknown task', {
    as: 'student',
    call: scene => ({
      query: { group_id: openGroup(scene).id, task_id: unknownId },
      json: { flags: ['wrong{}'] },
    }),
    answers: [[404, 'Task is not found in database']],
  }),
  step('submitFlags', 'that the check fails at', {
    as: 'student',
    call: scene => ({
      query: targetTask(scene),
      json: { flags: [found(scene.options.values.failingFlag, 'value failingFlag')] },
    }),
    answers: [
      [500, 'flag_server_error'],
      [429, 'too many attempts'],
    ],
    because: 'the fixtures name a flag whose check fails',
  }),
  wrongFlags,
]
