import { describe, expect, it } from 'vitest'
import type { LeaderboardRow, TaskSummary } from '../../packages/contract/schema.gen'
import { createPlatform } from '../test-platform'
import type { PersonaName } from './personas'

type Platform = ReturnType<typeof createPlatform>

const readRows = async ({ call }: Platform, as: PersonaName, id = 1) =>
  ((await call('getLeaderboard', { as, params: { id } })).body.rows ?? []) as LeaderboardRow[]

const readTasks = async ({ call }: Platform, as: PersonaName) =>
  (await call('getGroup', { as, params: { id: 1 } })).body.categories.flatMap(
    ({ tasks }) => (tasks ?? []) as TaskSummary[],
  )

const count = (rows: readonly LeaderboardRow[], taskId: number) =>
  rows.filter(row => row.solved_tasks?.some(({ task_id }) => task_id === taskId)).length

describe('who solved what', () => {
  it('an administrator sees every solve; the counts of tasks and people agree', async () => {
    const platform = createPlatform()
    const rows = await readRows(platform, 'admin')
    expect(rows.every(row => row.solved_tasks?.length === row.solved)).toBe(true)
    const tasks = await readTasks(platform, 'admin')
    for (const task of tasks) expect([task.id, task.solved_by]).toEqual([task.id, count(rows, task.id ?? 0)])
    expect(new Set(tasks.map(task => task.solved_by)).size).toBeGreaterThan(5)
    expect(platform.violations).toEqual([])
  })

  it('a student sees those of open profiles and the own ones, and no hidden task', async () => {
    const platform = createPlatform()
    const hide = (task: number) =>
      platform.call('setTaskVisibility', {
        as: 'admin',
        params: { group: 1, task },
        body: { visible: false },
      })
    expect(count(await readRows(platform, 'student'), 101)).toBeGreaterThan(0)
    await hide(101)
    const rows = await readRows(platform, 'student')
    const isSent = (row: LeaderboardRow) => row.is_public === true || row.user_id === 1
    expect(rows.map(row => row.solved_tasks !== undefined)).toEqual(rows.map(isSent))
    expect(new Set(rows.map(isSent)).size).toBe(2)
    expect(count(rows, 101)).toBe(0)
    expect(count(await readRows(platform, 'admin'), 101)).toBeGreaterThan(0)
    expect(platform.violations).toEqual([])
  })

  it('the first of each task is the earliest, and a new solve counts at once', async () => {
    const platform = createPlatform()
    const before = await readRows(platform, 'admin')
    const solves = before.flatMap(row => row.solved_tasks ?? [])
    for (const id of new Set(solves.map(({ task_id }) => task_id))) {
      const ofTask = solves.filter(({ task_id }) => task_id === id)
      const earliest = ofTask.map(({ solved_at }) => solved_at ?? '').sort()[0]
      const first = ofTask.filter(solve => solve.first_solve).map(({ solved_at }) => solved_at)
      expect(new Set(first)).toEqual(new Set([earliest]))
    }
    const own = before.find(row => row.user_id === 1)?.solved_tasks ?? []
    expect(own.some(({ task_id }) => task_id === 102)).toBe(false)
    const solvers = (await readTasks(platform, 'student')).find(({ id }) => id === 102)?.solved_by ?? 0
    await platform.sendFlags(102, platform.db.getFlags(1, 1, 102), { token: platform.getToken('student') })
    const after = (await readRows(platform, 'student')).find(row => row.user_id === 1)
    expect(after?.solved_tasks?.at(-1)).toMatchObject({
      task_id: 102,
      solved_at: '2026-10-05T09:00:00.000Z',
    })
    expect((await readTasks(platform, 'student')).find(({ id }) => id === 102)?.solved_by).toBe(solvers + 1)
  })

  it('of 10,000 people a student is sent the first hundred and those around', async () => {
    const rows = await readRows(createPlatform(), 'student', 7)
    const sent = rows.flatMap((row, at) => (row.solved_tasks ? [at] : []))
    const own = rows.findIndex(({ user_id }) => user_id === 1)
    expect(rows.length).toBeGreaterThan(9000)
    expect(sent.every(at => at < 100 || Math.abs(at - own) <= 10)).toBe(true)
    expect(sent.length).toBeGreaterThan(50)
  })
})
