import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createTestServer } from '../../../mocks/node'
import corpus from '../../test/fuzz/corpus.json'
import { renderRoute } from '../../test/render-route'

const readTask = async (): Promise<object> => {
  const platform = createTestServer({ as: 'student' })
  platform.listen()
  const headers = { authorization: `Bearer ${platform.tokens?.access_token}` }
  const response = await fetch('http://localhost/api/groups/1/tasks/101', { headers })
  const task: unknown = await response.json()
  platform.close()
  if (!response.ok || typeof task !== 'object' || task === null) throw new Error('No task came.')
  return task
}

/** A sample; the full list is tested in `safe-url.test.ts`. */
const someAddresses = corpus.redirects.filter((_, index) => index % 6 === 0)

const open = async (change: object) => {
  const body = { ...(await readTask()), ...change }
  await renderRoute('/group/1/task/101', {
    as: 'student',
    prepare: ({ db }) =>
      db.faults.add('getTask', { kind: 'body', status: 200, body }, Number.POSITIVE_INFINITY),
  })
  await screen.findByRole('heading', { level: 1 })
}

test('X10 only files served by the platform are links', async () => {
  await open({
    attachments: [
      { name: 'plan.pdf', url: '/files/tasks/101/plan.pdf', size: 1024 },
      { name: 'evil\u202egpj.exe', url: '/files/tasks/101/x', size: 'much' },
      null,
      ...someAddresses.map(url => ({ name: url || 'empty', url, size: -1 })),
    ],
  })
  const files = within(screen.getByRole('region', { name: 'Файлы' }))
  const links = files.getAllByRole('link')
  expect(links.map(link => link.getAttribute('href'))).toEqual([
    '/files/tasks/101/plan.pdf',
    '/files/tasks/101/x',
  ])
  expect(links.every(link => link.hasAttribute('download'))).toBe(true)
  expect(links.map(link => link.querySelector('bdi')?.textContent)).toEqual(['plan.pdf', 'evil\ufffdgpj.exe'])
  expect(files.getAllByRole('listitem')).toHaveLength(someAddresses.length + 2)
})

test('X15 Object property names are safe as values and keys', async () => {
  await open({
    ...(JSON.parse('{"__proto__":{"isAdmin":true},"constructor":1,"toString":2}') as object),
    attachments: [],
    difficulty: 'constructor',
    status: 'toString',
    writeup_rule: '__proto__',
    has_writeup: true,
  })
  expect(screen.getByRole('link', { name: 'Открыть разбор' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Файлы' })).toBeNull()
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})
