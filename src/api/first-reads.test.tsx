import { screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { renderRoute } from '../test/render-route'
import { sendFirstReads, startWithFirstReads, takeFirstRead } from './first-reads'

const pages = [
  ['/', ['listGroups']],
  ['/groups/', ['listGroups']],
  ['/group/1', ['getGroup', 'listTaskStatuses']],
  ['/group/1/leaderboard', ['getGroup', 'getLeaderboard']],
  ['/group/1/task/101', ['getGroup', 'getTask', 'listTaskStatuses']],
] as const

const load = async (path: string, prepare?: () => void) => {
  const page = await renderRoute(path, { as: 'student', ...(prepare && { prepare }) })
  await screen.findByRole('heading', { level: 1 })
  const calls = page.calls()
  page.close()
  return calls
}

describe('what a page reads first is sent with the session', () => {
  test.each(pages)('%s reads it from there, and nothing twice', async (path, reads) => {
    let early: Promise<void> | undefined
    const calls = await load(path, () => {
      early = startWithFirstReads(path)
    })
    await early
    // Right after the refresh, and each once.
    expect(calls.slice(0, reads.length + 1).toSorted()).toEqual(['refreshSession', ...reads].toSorted())
    for (const read of reads) expect(calls.filter(call => call === read)).toHaveLength(1)
  })

  test.each(['/group/1e3', '/group/9999999999', '/group/1/tasks', '/contacts'])('%s has none', async path => {
    const page = await renderRoute('/contacts', { as: 'student' })
    await startWithFirstReads(path)
    expect(page.calls()).toEqual(['refreshSession'])
  })

  test('a guest sends nothing', async () => {
    const page = await renderRoute('/groups', { prepare: () => void startWithFirstReads('/groups') })
    await screen.findByRole('heading', { level: 1 })
    expect(page.calls()).toEqual([])
  })

  test('a refused one is asked again by the page, as any read', async () => {
    const page = await renderRoute('/groups', {
      as: 'student',
      prepare: ({ db }) => {
        db.faults.add('listGroups', { kind: 'status', status: 503 }, 1)
        void startWithFirstReads('/groups')
      },
    })
    await screen.findByRole('heading', { level: 1 })
    expect(page.calls().filter(call => call === 'listGroups')).toHaveLength(2)
  })

  test('is given away once, and not to another user', async () => {
    const page = await renderRoute('/contacts', { as: 'student' })
    await startWithFirstReads('/groups')
    expect(takeFirstRead('listGroups', undefined)).toBeDefined()
    expect(takeFirstRead('listGroups', undefined)).toBeUndefined()
    await startWithFirstReads('/groups')
    page.router.options.context.session.expire()
    expect(takeFirstRead('listGroups', undefined)).toBeUndefined()
  })
})

describe('a page that is opened inside the app', () => {
  const presses = [
    ['/_protected/group/$groupId/', '/group/1', ['getGroup', 'listTaskStatuses']],
    ['/_protected/group/$groupId/leaderboard', '/group/1/leaderboard', ['getGroup', 'getLeaderboard']],
    [
      '/_protected/group/$groupId/task/$taskId',
      '/group/1/task/101',
      ['getGroup', 'getTask', 'listTaskStatuses'],
    ],
  ] as const

  test.each(presses)(
    '%s: its data is asked for at once and once, not after its code',
    async (id, path, reads) => {
      const page = await renderRoute('/competencies', { as: 'student' })
      await screen.findByRole('heading', { level: 1 })
      const before = page.calls().length
      const ofReads = () =>
        page
          .calls()
          .slice(before)
          .filter(call => reads.some(read => read === call))
      const options: { loader?: unknown } = page.router.routesById[id].options
      const { loader } = options
      let codeArrives = () => {}
      const code = new Promise<void>(resolve => {
        codeArrives = resolve
      })
      onTestFinished(() => {
        options.loader = loader
      })
      options.loader = async (context: never) => {
        await code
        return (loader as (context: never) => unknown)(context)
      }
      page.router.history.push(path)
      await waitFor(() => expect(ofReads().toSorted()).toEqual(reads))
      codeArrives()
      await waitFor(() => expect(page.router.state.status).toBe('idle'))
      expect(ofReads().toSorted()).toEqual(reads)
    },
  )

  test('asks for nothing that is known or on its way', async () => {
    const page = await renderRoute('/group/1', { as: 'student' })
    await screen.findByRole('heading', { level: 1 })
    const open = (taskId: number) =>
      page.router.navigate({ to: '/group/$groupId/task/$taskId', params: { groupId: 1, taskId } })
    const before = page.calls().length
    await open(101)
    await screen.findByRole('heading', { level: 2, name: 'Описание' })
    const asked = page.calls().slice(before)
    expect(asked.filter(call => call === 'getTask')).toHaveLength(1)
    expect(asked).not.toContain('getGroup')
    expect(asked).not.toContain('listTaskStatuses')
  })

  test('what a page has not taken is forgotten by the next one', async () => {
    await renderRoute('/contacts', { as: 'student' })
    sendFirstReads('/group/1')
    sendFirstReads('/groups')
    expect(takeFirstRead('getGroup', { path: { id: 1 } })).toBeUndefined()
    expect(takeFirstRead('listGroups', undefined)).toBeDefined()
  })
})
