import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderRoute } from '../test/render-route'
import { startWithFirstReads, takeFirstRead } from './first-reads'

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
