import { describe, expect, it } from 'vitest'
import { createPlatform } from '../test-platform'
import type { DbOptions } from './create-db'
import type { ScenarioName } from './scenario-names'
import { scenarios } from './scenarios'

const query = { task_id: 104, group_id: 1 }

function createLab(taskId = 104, { settings, ...options }: DbOptions = {}) {
  const platform = createPlatform({
    ...options,
    settings: { accessLifetimeSeconds: 864_000, ...settings },
  })
  const token = platform.getToken('student')
  const seed = platform.db.content.tasks.get(taskId)?.task.lab
  if (!seed) throw new Error('The task has no lab.')
  const target = { token, query: { task_id: taskId, group_id: 1 } }
  return {
    ...platform,
    seed,
    token,
    start: () => platform.call('startLab', target),
    stop: () => platform.call('stopLab', target),
    status: () => platform.call('getLabStatus', target),
    terminal: () => platform.call('openTerminal', { token, params: { group: 1, task: taskId } }),
    seconds: (count: number) => platform.db.clock.advance(count * 1000),
  }
}

describe('a lab', () => {
  it('goes off, starting, ready, off by the clock alone', async () => {
    const { start, status, seconds, seed } = createLab()
    expect((await status()).body).toEqual({
      status: 'off',
      expected_seconds: seed.expectedSeconds,
      endpoints: [],
    })
    expect((await start()).body).toMatchObject({ status: 'starting', endpoints: [] })
    const takes = seed.actualSeconds ?? seed.expectedSeconds
    seconds(takes - 1)
    expect((await status()).body.status).toBe('starting')
    seconds(1)
    const ready = (await status()).body
    expect(ready.status).toBe('ready')
    expect(ready.endpoints).toHaveLength(seed.endpoints.length)
    const lifetime = (Date.parse(ready.expires_at ?? '') - Date.parse(ready.started_at ?? '')) / 1000
    expect(lifetime).toBe(takes + seed.lifetimeSeconds)
    seconds(seed.lifetimeSeconds)
    expect((await status()).body.status).toBe('off')
  })

  it('is slower than promised where the content says so', async () => {
    const { start, status, seconds, seed } = createLab(105)
    await start()
    seconds(seed.expectedSeconds + 1)
    expect((await status()).body).toMatchObject({
      status: 'starting',
      expected_seconds: seed.expectedSeconds,
    })
  })

  it('is extended by a start from extend_from on, and not before', async () => {
    const { start, status, seconds, seed } = createLab()
    await start()
    seconds(seed.actualSeconds ?? seed.expectedSeconds)
    const { expires_at, extend_from } = (await status()).body
    expect((await start()).body.expires_at).toBe(expires_at)
    seconds(seed.lifetimeSeconds - seed.extendWindowSeconds)
    const extended = (await start()).body
    expect(Date.parse(extended.expires_at ?? '') - Date.parse(extend_from ?? '')).toBe(
      seed.lifetimeSeconds * 1000,
    )
  })

  it('is rejected while another one runs, whose name is given', async () => {
    const { start, call, token, seconds, stop } = createLab()
    await start()
    seconds(600)
    const other = { token, query: { task_id: 105, group_id: 1 } }
    const rejected = await call('startLab', other)
    expect([rejected.status, rejected.body]).toEqual([
      409,
      { detail: 'another lab is running', running: { group_id: 1, task_id: 104, title: expect.any(String) } },
    ])
    await stop()
    expect((await call('startLab', other)).status).toBe(200)
  })

  it('stops at once; a second stop is 404', async () => {
    const { start, stop, seed } = createLab()
    await start()
    const off = { status: 'off', expected_seconds: seed.expectedSeconds, endpoints: [] }
    expect((await stop()).body).toEqual(off)
    const again = await stop()
    expect([again.status, again.body]).toEqual([404, { detail: 'record to undeploy not found' }])
  })

  it('has a terminal only while it is ready', async () => {
    const { start, terminal, seconds } = createLab()
    expect((await terminal()).body).toEqual({ detail: 'terminal host not ready' })
    await start()
    expect((await terminal()).body).toEqual({ detail: 'terminal host not ready' })
    seconds(600)
    const { url } = (await terminal()).body
    expect(url).toMatch(/^ws:\/\/localhost\/api\/terminal\/[0-9a-f]{24}$/)
    expect((await terminal()).body.url).toBe(url)
  })

  it('has none while the terminal host is broken', async () => {
    const { terminal, db } = createLab(104, { scenario: 'labRunning' })
    db.tables.settings.patch('settings', { isTerminalHostBroken: true })
    const rejected = await terminal()
    expect([rejected.status, rejected.body]).toEqual([409, { detail: 'terminal host not ready' }])
    db.tables.settings.patch('settings', { isTerminalHostBroken: false })
    expect((await terminal()).status).toBe(200)
  })

  it('is in the task statuses while it is not off', async () => {
    const { start, call, token } = createLab()
    await start()
    const statuses = await call('listTaskStatuses', { token, params: { id: 1 } })
    expect(statuses.body).toContainEqual(expect.objectContaining({ task_id: 104, lab_status: 'starting' }))
  })
})

describe('a failed start', () => {
  const failing = { settings: { labStarts: 'failing' } } as const

  it('is off with the reason until the next start', async () => {
    const { start, status, seconds, seed, db } = createLab(104, failing)
    expect((await start()).body).toMatchObject({ status: 'starting', endpoints: [] })
    seconds(seed.expectedSeconds - 1)
    expect((await status()).body.status).toBe('starting')
    seconds(1)
    const error = expect.stringMatching(/^lab-[0-9a-f]{8}\.labs\.example: /)
    const failed = { status: 'off', expected_seconds: seed.expectedSeconds, endpoints: [], error }
    expect((await status()).body).toEqual(failed)
    seconds(7 * 24 * 3600)
    expect((await status()).body).toEqual(failed)
    db.tables.settings.patch('settings', { labStarts: 'usual' })
    expect((await start()).body.error).toBeUndefined()
    seconds(seed.expectedSeconds)
    expect((await status()).body.status).toBe('ready')
  })

  it('is dismissed by a stop, once', async () => {
    const { start, stop, seconds, seed } = createLab(104, failing)
    await start()
    seconds(seed.expectedSeconds)
    const off = { status: 'off', expected_seconds: seed.expectedSeconds, endpoints: [] }
    expect((await stop()).body).toEqual(off)
    expect((await stop()).status).toBe(404)
  })

  it('does not block other labs', async () => {
    const { start, seconds, call, token, seed } = createLab(104, failing)
    await start()
    seconds(seed.expectedSeconds)
    expect((await call('startLab', { token, query: { task_id: 105, group_id: 1 } })).status).toBe(200)
    const { body } = await call('listTaskStatuses', { token, params: { id: 1 } })
    expect(body).not.toContainEqual(expect.objectContaining({ task_id: 104 }))
  })

  it('happens on the first start of one task only', async () => {
    const { start, status, seconds, seed } = createLab(112)
    await start()
    seconds(seed.expectedSeconds)
    expect((await status()).body).toMatchObject({ status: 'off', error: expect.any(String) })
    await start()
    seconds(seed.actualSeconds ?? seed.expectedSeconds)
    expect((await status()).body.status).toBe('ready')
  })
})

describe('the scenario', () => {
  it.each<[ScenarioName, number, string]>([
    ['slowLab', 4, 'ready'],
    ['failedLab', 1, 'off'],
  ])(
    '%s: after %i times the expected seconds, and not before, a start is %s',
    async (scenario, times, state) => {
      const { start, status, seconds, seed } = createLab(104, { scenario })
      await start()
      seconds(times * seed.expectedSeconds - 1)
      expect((await status()).body.status).toBe('starting')
      seconds(1)
      expect((await status()).body.status).toBe(state)
    },
  )

  it.each<[ScenarioName, number, boolean]>([
    ['labEndsSoon', 11, true],
    ['labRunning', 90, false],
  ])('%s: a ready lab with a terminal, %i minutes before its end', async (scenario, minutes, canBeKept) => {
    const { status, terminal, seconds, db } = createLab(104, { scenario })
    const { body } = await status()
    expect(body.status).toBe('ready')
    expect(Date.parse(body.expires_at ?? '') - db.now()).toBe(minutes * 60_000)
    expect(Date.parse(body.extend_from ?? '') <= db.now()).toBe(canBeKept)
    expect((await terminal()).status).toBe(200)
    seconds(minutes * 60)
    expect((await status()).body.status).toBe('off')
  })

  it.each(Object.keys(scenarios) as ScenarioName[])(
    '%s starts, and the first calls of the pages keep the contract',
    async scenario => {
      const { call, violations } = createPlatform({ scenario })
      await call('listGroups', { as: 'student' })
      await call('listTaskStatuses', { as: 'student', params: { id: 1 } })
      await call('getGroup', { as: 'candidate', params: { id: 5 } })
      expect(violations).toEqual([])
    },
  )
})

it.each([
  ['startLab', 'Task is not found in database'],
  ['getLabStatus', 'Task for status check not found'],
  ['stopLab', 'record to undeploy not found'],
] as const)('%s of a task without a lab, and of no task, is 404 "%s"', async (operationId, detail) => {
  const { call } = createPlatform()
  for (const task_id of [101, 9999]) {
    const response = await call(operationId, { as: 'student', query: { ...query, task_id } })
    expect([response.status, response.body]).toEqual([404, { detail }])
  }
})
