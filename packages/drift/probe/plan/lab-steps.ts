import { randomBytes } from 'node:crypto'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { driftIds } from '../../../contract/validator/drift-ids'
import type { Exchange } from '../../../contract/validator/exchange'
import { isOpen, type LabStatus, type OperationId } from '../facts'
import type { ProbeContext } from '../probe-context'
import { requireValue, SkipStep } from '../probe-options'
import { type Actor, actAs, type Step, step } from '../step'
import { checkOtherLabs, checkOthers, readOtherLabs, readOthers } from './relations'

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
    const { request } = actAs(probe, 'student')
    await request('getLabStatus', { query }, [[200]])
    const polled = { driftId: driftIds.rateLimit, reason: 'the client polls it' } as const
    const poll = () => request('getLabStatus', { query }, [[200]], polled)
    await probe.sideBySide(Array(POLL_COUNT).fill(poll), send => send())
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

type LabTest = { readonly probe: ProbeContext; readonly lab: LabId; readonly student: Actor }

async function runLab(test: LabTest): Promise<void> {
  const { probe, lab, student } = test
  await student.request('stopLab', { query: lab }, [[200], [404, 'record to undeploy not found']])
  await expectState(test, 'getLabStatus', ['off'])
  const others = await readOthers(probe, lab)
  const otherLabs = await readOtherLabs(probe, lab)
  const terminal = { path: { group: lab.group_id, task: lab.task_id } }
  const closed = await student.request(
    'openTerminal',
    terminal,
    [
      [409, 'terminal host not ready'],
      [404, 'Task not found'],
    ],
    { reason: 'the lab is off' },
  )
  const started = await expectState(test, 'startLab', ['starting', 'ready'])
  // Immediately: some labs are ready in a moment.
  if (started.status === 'starting') await expectState(test, 'getLabStatus', ['starting', 'ready'])
  await startSecondLab(test)
  const ready = started.status === 'starting' ? await waitUntilReady(test) : started
  const statuses = await student.request('listTaskStatuses', { path: { id: lab.group_id } }, [[200]])
  const own = statuses.body.find(({ task_id }) => task_id === lab.task_id)
  const state = own?.lab_status
  // It may be left out.
  if (typeof state === 'string' && state !== 'ready') {
    const what = `The list of states has ${state} for a lab that is ready.`
    reportState(probe, 'listTaskStatuses', what, statuses.exchange)
  }
  if (!own && statuses.body.some(({ lab_status }) => typeof lab_status === 'string')) {
    const what = 'A task that is not in the list has not been begun; it lacks one whose lab is ready.'
    reportState(probe, 'listTaskStatuses', what, statuses.exchange)
  }
  const ends = own?.lab_expires_at
  if (ends !== undefined && Math.abs(Date.parse(ends) - Date.parse(ready.expires_at)) > 60_000) {
    const what = `The lab stops at ${ready.expires_at} by its status, and at ${ends} by the list of states.`
    probe.findings.reportAssumed(
      driftIds.wrongRelation,
      'listTaskStatuses',
      'answer 200 /*/lab_expires_at',
      what,
      statuses.exchange,
    )
  }
  await checkOthers(probe, lab, others, 'lab_status')
  await checkOtherLabs(probe, lab, otherLabs)
  const again = await expectState(test, 'startLab', ['ready'])
  if (Date.parse(again.expires_at) < Date.parse(ready.expires_at)) {
    const what = 'A start keeps a lab working; its end came earlier by it.'
    reportState(probe, 'startLab', what, statuses.exchange)
  }
  if (closed.status === 409) {
    const { body, exchange } = await student.request('openTerminal', terminal, [[200]])
    await checkTerminal(probe, body.url, exchange)
  }
}

/** Stops the lab whatever happened before. */
async function endLab(test: LabTest): Promise<void> {
  const { probe, lab, student } = test
  const stopped = await expectState(test, 'stopLab', ['off'])
  const left = await student.request('getLabStatus', { query: lab }, [[200]])
  if (stopped.status === 'off' && left.body.status !== 'off') {
    const what = `The lab was stopped, and is ${left.body.status} still.`
    reportState(probe, 'stopLab', what, left.exchange)
  }
  await student.request('stopLab', { query: lab }, [[404, 'record to undeploy not found']], {
    reason: 'the lab was stopped before',
  })
}

async function expectState(
  { probe, lab, student }: LabTest,
  operationId: 'startLab' | 'stopLab' | 'getLabStatus',
  states: readonly string[],
): Promise<LabStatus> {
  const { body, exchange } = await student.request(operationId, { query: lab }, [[200]])
  const what = `The state is ${body.status} where ${states.join(' or ')} is due.`
  if (!states.includes(body.status)) reportState(probe, operationId, what, exchange)
  return body
}

async function waitUntilReady({ probe, lab, student }: LabTest): Promise<LabStatus> {
  const { labSeconds = 60 } = probe.options.values
  const startedAt = performance.now()
  let pause = 60
  for (;;) {
    const { body, exchange } = await student.request('getLabStatus', { query: lab }, [[200]])
    if (body.status === 'ready') return body
    if (body.status === 'off' && body.error) throw new SkipStep('the server could not start the lab')
    const isStarting = body.status === 'starting'
    const seconds = Math.max(labSeconds, 2 * (body.expected_seconds ?? 0))
    if (!isStarting || performance.now() - startedAt > seconds * 1000) {
      const what = isStarting
        ? `The lab is starting still after ${seconds} s.`
        : `A lab that was started is ${body.status}.`
      reportState(probe, 'getLabStatus', what, exchange)
      throw new SkipStep('the lab did not become ready')
    }
    await probe.sender.sleepFor(pause)
    pause = Math.min(2000, pause * 1.5)
  }
}

/** While one lab runs, another one is rejected. */
async function startSecondLab({ probe, lab, student }: LabTest): Promise<void> {
  const other = [...probe.facts.tasks.values()].find(
    task => task.has_lab && task.status === 'active' && task.id !== lab.task_id,
  )
  if (!other) return
  const call = { query: { group_id: other.group_id, task_id: other.id } }
  try {
    await student.request('startLab', call, [[409, 'another lab is running']], {
      reason: 'another lab of the reader is running',
    })
  } catch (error) {
    await probe.sender.restore(() => student.send('stopLab', call))
    throw error
  }
}

function reportState(probe: ProbeContext, operationId: OperationId, what: string, seen: Exchange): void {
  probe.findings.report(driftIds.contradiction, { operationId, place: 'answer 200 /status', what }, seen)
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
      groups.find(group => group.id === lab.group_id && isOpen(group, probe.sender.now)),
      `open group ${lab.group_id}`,
    )
    const test = { probe, lab, student: actAs(probe, 'student') }
    try {
      await runLab(test)
    } finally {
      await probe.sender.restore(() => endLab(test))
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
  probe.findings.reportAssumed(driftIds.terminalConnection, 'openTerminal', 'answer 200 /url', what, seen)
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
