import { randomBytes } from 'node:crypto'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Exchange } from '../../../lib/validator/exchange'
import { isOpen, type LabStatus, type OperationId } from '../facts'
import type { ProbeContext } from '../probe-context'
import { requireValue, SkipStep } from '../probe-options'
import type { ProbeUser } from '../probe-user'
import { type Step, step } from '../step'

type LabId = { readonly group_id: number; readonly task_id: number }

/** A lab whose status can be read, running or not. */
function findLab(probe: ProbeContext): LabId {
  if (probe.options.values.labTask) return probe.options.values.labTask
  const { id, group_id } = probe.facts.task(
    'task with a lab',
    task => task.has_lab && task.status === 'active',
  )
  return { group_id, task_id: id }
}

const POLL_COUNT = 10

const polling: Step = {
  name: 'getLabStatus: as often as the client polls',
  operations: ['getLabStatus'],
  run: async probe => {
    const query = findLab(probe)
    const auth = { user: probe.user('student') }
    const request = { operationId: 'getLabStatus', call: { query }, auth, expected: [[200]] } as const
    await probe.request(request)
    await probe.sideBySide(Array(POLL_COUNT).fill(request), () =>
      probe.request({ ...request, driftId: 'DR61', reason: 'the client polls it' }),
    )
  },
}

export const labReadSteps: readonly Step[] = [
  step('getLabStatus', 'of a task with a lab', {
    as: 'student',
    call: probe => ({ query: findLab(probe) }),
    expected: [[200]],
    isSmoke: true,
  }),
  polling,
]

class LabFlow {
  private readonly probe: ProbeContext
  private readonly auth: { readonly user: ProbeUser }
  readonly lab: LabId

  constructor(probe: ProbeContext, lab: LabId) {
    this.probe = probe
    this.lab = lab
    this.auth = { user: probe.user('student') }
  }

  async run(): Promise<void> {
    const { probe, auth, lab } = this
    await probe.request({
      operationId: 'stopLab',
      call: { query: lab },
      auth,
      expected: [[200], [404, 'record to undeploy not found']],
    })
    await this.expectState('getLabStatus', ['off'])
    const terminal = { path: { group: lab.group_id, task: lab.task_id } }
    const hasTerminal = await this.isTerminalClosed(terminal)
    const started = await this.expectState('startLab', ['starting', 'ready'])
    // Immediately: some labs are ready in a moment.
    if (started.status === 'starting') await this.expectState('getLabStatus', ['starting', 'ready'])
    await this.startSecondLab()
    const ready = started.status === 'starting' ? await this.waitUntilReady() : started
    const statuses = await probe.request({
      operationId: 'listTaskStatuses',
      call: { path: { id: lab.group_id } },
      auth,
      expected: [[200]],
    })
    const state = statuses.body.find(({ task_id }) => task_id === lab.task_id)?.lab_status
    // It may be left out.
    if (typeof state === 'string' && state !== 'ready')
      this.reportState(
        'listTaskStatuses',
        `the list of states has ${state} for a lab that is ready`,
        statuses.exchange,
      )
    const again = await this.expectState('startLab', ['ready'])
    if (Date.parse(again.expires_at) < Date.parse(ready.expires_at))
      this.reportState(
        'startLab',
        'a start keeps a lab working; its end came earlier by it',
        statuses.exchange,
      )
    if (hasTerminal) {
      const { body, exchange } = await probe.request({
        operationId: 'openTerminal',
        call: terminal,
        auth,
        expected: [[200]],
      })
      await checkTerminal(probe, body.url, exchange)
    }
  }

  /** Stops the lab whatever happened before. */
  async end(): Promise<void> {
    const { probe, auth, lab } = this
    const stopped = await this.expectState('stopLab', ['off'])
    const left = await probe.request({
      operationId: 'getLabStatus',
      call: { query: lab },
      auth,
      expected: [[200]],
    })
    if (stopped.status === 'off' && left.body.status !== 'off')
      this.reportState('stopLab', `the lab was stopped, and is ${left.body.status} still`, left.exchange)
    await probe.request({
      operationId: 'stopLab',
      call: { query: lab },
      auth,
      expected: [[404, 'record to undeploy not found']],
      reason: 'the lab was stopped before',
    })
  }

  private async isTerminalClosed(terminal: { path: { group: number; task: number } }): Promise<boolean> {
    const { status } = await this.probe.request({
      operationId: 'openTerminal',
      call: terminal,
      auth: this.auth,
      expected: [
        [409, 'terminal host not ready'],
        [404, 'Task not found'],
      ],
      reason: 'the lab is off',
    })
    return status === 409
  }

  private async expectState(
    operationId: 'startLab' | 'stopLab' | 'getLabStatus',
    states: readonly string[],
  ): Promise<LabStatus> {
    const { body, exchange } = await this.probe.request({
      operationId,
      call: { query: this.lab },
      auth: this.auth,
      expected: [[200]],
    })
    if (!states.includes(body.status))
      this.reportState(
        operationId,
        `the state is ${body.status} where ${states.join(' or ')} is due`,
        exchange,
      )
    return body
  }

  private async waitUntilReady(): Promise<LabStatus> {
    const { labSeconds = 60 } = this.probe.options.values
    const startedAt = performance.now()
    let pause = 60
    for (;;) {
      const { body, exchange } = await this.readStatus()
      if (body.status === 'ready') return body
      if (body.status === 'off' && body.error) throw new SkipStep('the server could not start the lab')
      if (body.status !== 'starting')
        this.reportState('getLabStatus', `a lab that was started is ${body.status}`, exchange)
      const seconds = Math.max(labSeconds, 2 * (body.expected_seconds ?? 0))
      if (body.status !== 'starting' || performance.now() - startedAt > seconds * 1000) {
        if (body.status === 'starting')
          this.reportState('getLabStatus', `the lab is starting still after ${seconds} s`, exchange)
        throw new SkipStep('the lab did not become ready')
      }
      await this.probe.limiter.sleepFor(pause)
      pause = Math.min(2000, pause * 1.5)
    }
  }

  private readStatus() {
    const { probe, lab, auth } = this
    return probe.request({ operationId: 'getLabStatus', call: { query: lab }, auth, expected: [[200]] })
  }

  /** While one lab runs, another one is rejected. */
  private async startSecondLab(): Promise<void> {
    const other = [...this.probe.facts.tasks.values()].find(
      task => task.has_lab && task.status === 'active' && task.id !== this.lab.task_id,
    )
    if (!other) return
    const call = { query: { group_id: other.group_id, task_id: other.id } }
    try {
      await this.probe.request({
        operationId: 'startLab',
        call,
        auth: this.auth,
        expected: [[409, 'another lab is running']],
        reason: 'another lab of the reader is running',
      })
    } catch (error) {
      await this.probe.restore(async () => {
        await this.probe.send({ operationId: 'stopLab', call, auth: this.auth })
      })
      throw error
    }
  }

  private reportState(operationId: OperationId, what: string, exchange: Exchange): void {
    this.probe.report(
      'DR62',
      { operationId, place: 'answer 200 /status', what: `${what[0]?.toUpperCase()}${what.slice(1)}.` },
      exchange,
    )
  }
}

const labFlow: Step = {
  name: 'startLab: off, starting, ready, off',
  operations: ['startLab', 'stopLab', 'getLabStatus', 'listTaskStatuses', 'openTerminal'],
  isSmoke: true,
  run: async probe => {
    const { values, plan } = probe.options
    const lab = plan === 'smoke' ? requireValue(values.labTask, 'value labTask') : findLab(probe)
    const groups = probe.facts.groupsOf('student')
    requireValue(
      groups.find(group => group.id === lab.group_id && isOpen(group, probe.now)),
      `open group ${lab.group_id}`,
    )
    const flow = new LabFlow(probe, lab)
    try {
      await flow.run()
    } finally {
      await probe.restore(() => flow.end())
    }
  },
}

export const labWriteSteps: readonly Step[] = [labFlow]

const HANDSHAKE_TIMEOUT_MS = 5000

/**
 * Opens the WebSocket of a terminal as the client does: with nothing but its URL. A required subprotocol or
 * header is drift. The connection is closed at once.
 */
async function checkTerminal(probe: ProbeContext, url: string, seen: Exchange): Promise<void> {
  if (!/^wss?:/.test(url) || probe.options.fetch) return
  const outcome = await handshake(url)
  if (outcome === undefined) return
  const what = `The terminal's address must open as it is; the server ${outcome}.`
  probe.report('DR65', { operationId: 'openTerminal', place: 'answer 200 /url', what, isAssumed: true }, seen)
}

/** The end of a sentence; undefined for a correct handshake. */
function handshake(url: string): Promise<string | undefined> {
  const request = url.startsWith('wss:') ? secureRequest : plainRequest
  return new Promise(resolve => {
    const sent = request(url.replace(/^ws/, 'http'), {
      timeout: HANDSHAKE_TIMEOUT_MS,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    })
    const end = (outcome: string | undefined) => {
      sent.destroy()
      resolve(outcome)
    }
    sent.on('upgrade', ({ headers }, socket) => {
      socket.destroy()
      const protocol = headers['sec-websocket-protocol']
      end(
        protocol === undefined
          ? undefined
          : `chose the subprotocol ${protocol}, which the client did not request`,
      )
    })
    sent.on('response', ({ statusCode }) => end(`rejected the WebSocket with ${statusCode}`))
    sent.on('timeout', () => end(`did not answer the handshake within ${HANDSHAKE_TIMEOUT_MS / 1000} s`))
    sent.on('error', error => end(`broke the connection (${error.message})`))
    sent.end()
  })
}
