import { describe, expect, it } from 'vitest'
import { createPlatform } from '../test-platform'

const query = { task_id: 104, group_id: 1 }

function createLab(taskId = 104) {
  const platform = createPlatform({ settings: { accessLifetimeSeconds: 864_000 } })
  const token = platform.tokenOf('student')
  const seed = platform.world.content.tasks.get(taskId)?.task.lab
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
    seconds: (count: number) => platform.world.clock.advance(count * 1000),
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

  it('is kept working by a start from extend_from on, and not before', async () => {
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

  it('refuses while another one runs, and names that one', async () => {
    const { start, call, token, seconds, stop } = createLab()
    await start()
    seconds(600)
    const other = { token, query: { task_id: 105, group_id: 1 } }
    const refused = await call('startLab', other)
    expect([refused.status, refused.body]).toEqual([
      409,
      { detail: 'another lab is running', running: { group_id: 1, task_id: 104, title: expect.any(String) } },
    ])
    await stop()
    expect((await call('startLab', other)).status).toBe(200)
  })

  it('stops at once; a second stop finds nothing', async () => {
    const { start, stop } = createLab()
    await start()
    expect((await stop()).body.status).toBe('off')
    const again = await stop()
    expect([again.status, again.body]).toEqual([404, { detail: 'record to undeploy not found' }])
  })

  it('has a terminal only while it is ready', async () => {
    const { start, terminal, seconds } = createLab()
    expect((await terminal()).body).toEqual({ detail: 'terminal host not ready' })
    await start()
    expect((await terminal()).body).toEqual({ detail: 'terminal host not ready' })
    seconds(600)
    expect((await terminal()).body.url).toMatch(/^wss:/)
  })

  it('stands in the task statuses while it is not off', async () => {
    const { start, call, token } = createLab()
    await start()
    const statuses = await call('listTaskStatuses', { token, params: { id: 1 } })
    expect(statuses.body).toContainEqual(expect.objectContaining({ task_id: 104, lab_status: 'starting' }))
  })
})

it.each([
  ['startLab', 'Task is not found in database'],
  ['getLabStatus', 'Task for status check not found'],
  ['stopLab', 'record to undeploy not found'],
] as const)('%s of a task without a lab, and of no task, is 404 "%s"', async (operationId, detail) => {
  const { call } = createPlatform()
  for (const task_id of [101, 9999]) {
    const answer = await call(operationId, { as: 'student', query: { ...query, task_id } })
    expect([answer.status, answer.body]).toEqual([404, { detail }])
  }
})
