import type { Exchange } from '../../../lib/judge/exchange'
import type { LabStatus, OperationId } from '../contract-types'
import { isOpen, unknownId } from '../facts'
import type { Person } from '../person'
import { found } from '../probe-errors'
import type { Scene } from '../scene'
import { type Step, step } from '../step'
import { openGroup } from './group-steps'
import { tryTerminal } from './terminal-handshake'

type LabPlace = { readonly group_id: number; readonly task_id: number }

/** A lab that can be read, whether it runs or not. */
function someLab(scene: Scene): LabPlace {
  if (scene.options.values.labTask) return scene.options.values.labTask
  const { id, group_id } = scene.facts.task(
    'task with a lab',
    task => task.has_lab && task.status === 'active',
  )
  return { group_id, task_id: id }
}

/** So many times the client asks in half a minute. */
const polls = 10

const polling: Step = {
  name: 'getLabStatus: as often as the client polls',
  operations: ['getLabStatus'],
  run: async scene => {
    const query = someLab(scene)
    const by = { person: scene.person('student') }
    for (let time = 0; time < polls; time++)
      await scene.ask({
        operationId: 'getLabStatus',
        call: { query },
        by,
        answers: [[200]],
        ...(time > 0 && { driftId: 'DR61', because: 'the client polls it' }),
      })
  },
}

export const labReadSteps: readonly Step[] = [
  step('getLabStatus', 'of a task with a lab', {
    as: 'student',
    call: scene => ({ query: someLab(scene) }),
    answers: [[200]],
    isSmoke: true,
  }),
  polling,
  step('getLabStatus', 'of an unknown task', {
    as: 'student',
    call: scene => ({ query: { group_id: openGroup(scene).id, task_id: unknownId } }),
    answers: [[404, 'Task for status check not found']],
  }),
]

/** Asks for a lab by its states (specification, section 4): off, starting, ready, off. */
class LabChain {
  private readonly scene: Scene
  private readonly by: { readonly person: Person }
  readonly place: LabPlace

  constructor(scene: Scene, place: LabPlace) {
    this.scene = scene
    this.place = place
    this.by = { person: scene.person('student') }
  }

  async run(): Promise<void> {
    const { scene, by, place } = this
    await scene.ask({
      operationId: 'stopLab',
      call: { query: place },
      by,
      answers: [[200], [404, 'record to undeploy not found']],
    })
    await this.expects('getLabStatus', ['off'])
    const terminal = { path: { group: place.group_id, task: place.task_id } }
    const hasTerminal = await this.closedTerminal(terminal)
    const started = await this.expects('startLab', ['starting', 'ready'])
    // At once, for some labs are ready in a moment.
    if (started.status === 'starting') await this.expects('getLabStatus', ['starting', 'ready'])
    await this.another()
    if (started.status === 'starting') await this.waitUntilReady()
    const statuses = await scene.ask({
      operationId: 'listTaskStatuses',
      call: { path: { id: place.group_id } },
      by,
      answers: [[200]],
    })
    const state = statuses.body.find(({ task_id }) => task_id === place.task_id)?.lab_status
    if (state !== 'ready')
      this.wrong(
        'listTaskStatuses',
        `the list of states says ${state ?? 'nothing'} of a lab that is ready`,
        statuses.exchange,
      )
    await this.expects('startLab', ['ready'])
    if (hasTerminal) {
      const { body, exchange } = await scene.ask({
        operationId: 'openTerminal',
        call: terminal,
        by,
        answers: [[200]],
      })
      await tryTerminal(scene, body.url, exchange)
    }
  }

  /** The lab is stopped whatever came before. */
  async end(): Promise<void> {
    const { scene, by, place } = this
    const stopped = await this.expects('stopLab', ['off'])
    const left = await scene.ask({
      operationId: 'getLabStatus',
      call: { query: place },
      by,
      answers: [[200]],
    })
    if (stopped.status === 'off' && left.body.status !== 'off')
      this.wrong('stopLab', `the lab was stopped, and is ${left.body.status} still`, left.exchange)
    await scene.ask({
      operationId: 'stopLab',
      call: { query: place },
      by,
      answers: [[404, 'record to undeploy not found']],
      because: 'the lab was stopped before',
    })
  }

  private async closedTerminal(terminal: { path: { group: number; task: number } }): Promise<boolean> {
    const { status } = await this.scene.ask({
      operationId: 'openTerminal',
      call: terminal,
      by: this.by,
      answers: [
        [409, 'terminal host not ready'],
        [404, 'Task not found'],
      ],
      because: 'the lab is off',
    })
    return status === 409
  }

  private async expects(
    operationId: 'startLab' | 'stopLab' | 'getLabStatus',
    states: readonly string[],
  ): Promise<LabStatus> {
    const { body, exchange } = await this.scene.ask({
      operationId,
      call: { query: this.place },
      by: this.by,
      answers: [[200]],
    })
    if (!states.includes(body.status))
      this.wrong(operationId, `the state is ${body.status} where ${states.join(' or ')} is due`, exchange)
    return body
  }

  private async waitUntilReady(): Promise<void> {
    const { labSeconds = 60 } = this.scene.options.values
    const until = performance.now() + labSeconds * 1000
    let pause = 60
    for (;;) {
      const { status } = await this.expects('getLabStatus', ['starting', 'ready'])
      if (status === 'ready') return
      if (performance.now() > until) found(undefined, `lab that is ready within ${labSeconds} s`)
      await this.scene.pace.rest(pause)
      pause = Math.min(2000, pause * 1.5)
    }
  }

  /** While one lab runs, another is refused with its name. */
  private async another(): Promise<void> {
    const other = [...this.scene.facts.tasks.values()].find(
      task => task.has_lab && task.status === 'active' && task.id !== this.place.task_id,
    )
    if (!other) return
    await this.scene.ask({
      operationId: 'startLab',
      call: { query: { group_id: other.group_id, task_id: other.id } },
      by: this.by,
      answers: [[409, 'another lab is running']],
      because: 'another lab of the reader is running',
    })
  }

  private wrong(operationId: OperationId, what: string, exchange: Exchange): void {
    this.scene.say(
      'DR62',
      { operationId, place: 'answer 200 /status', what: `${what[0]?.toUpperCase()}${what.slice(1)}.` },
      exchange,
    )
  }
}

const chain: Step = {
  name: 'startLab: off, starting, ready, off',
  operations: ['startLab', 'stopLab', 'getLabStatus', 'listTaskStatuses', 'openTerminal'],
  isSmoke: true,
  run: async scene => {
    const { values, plan } = scene.options
    const place = plan === 'smoke' ? found(values.labTask, 'value labTask') : someLab(scene)
    const groups = scene.facts.groupsOf('student')
    found(
      groups.find(group => group.id === place.group_id && isOpen(group, scene.now)),
      `open group ${place.group_id}`,
    )
    const lab = new LabChain(scene, place)
    try {
      await lab.run()
    } finally {
      await scene.putBack(() => lab.end())
    }
  },
}

const nowhere = (scene: Scene) => ({ query: { group_id: openGroup(scene).id, task_id: unknownId } })

const disabledPlace = (scene: Scene) => {
  const { id, group_id } = scene.facts.task('disabled task', ({ status }) => status === 'disabled')
  return { group: group_id, task: id }
}

/** Specification, section 7, Tasks, and section 4, Lab. */
export const labWriteSteps: readonly Step[] = [
  chain,
  step('startLab', 'of an unknown task', {
    as: 'student',
    call: nowhere,
    answers: [[404, 'Task is not found in database']],
  }),
  step('startLab', 'of a disabled task', {
    as: 'student',
    call: scene => {
      const { group, task } = disabledPlace(scene)
      return { query: { group_id: group, task_id: task } }
    },
    answers: [[403, 'You dont have access to this task']],
    because: 'the task is disabled',
  }),
  step('openTerminal', 'of a disabled task', {
    as: 'student',
    call: scene => ({ path: disabledPlace(scene) }),
    answers: [[403, 'You dont have access to this task']],
    because: 'the task is disabled',
  }),
  step('openTerminal', 'of an unknown task', {
    as: 'student',
    call: scene => ({ path: { group: openGroup(scene).id, task: unknownId } }),
    answers: [[404, 'Task not found']],
  }),
]
