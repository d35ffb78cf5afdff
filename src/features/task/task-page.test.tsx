import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createTestServer } from '../../../mocks/hosts/node'
import type { Fault } from '../../../mocks/platform/faults'
import corpus from '../../test/hostile/corpus.json'
import { findDangerousMarkup } from '../../test/hostile/markdown'
import { getHref } from '../../test/login'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

describe('task page', () => {
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
    expect(links.map(link => link.querySelector('bdi')?.textContent)).toEqual([
      'plan.pdf',
      'evil\ufffdgpj.exe',
    ])
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
    expect(screen.getByRole('link', { name: 'Разбор' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Файлы' })).toBeNull()
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })
})

describe('bottom bar', () => {
  const findBar = () => screen.findByRole('navigation', { name: 'Разделы задания' })

  test('the bar leads to the flag, the lab and the terminal, which is marked as current while open', async () => {
    const page = await renderRoute('/group/1/task/131', { as: 'student' })
    const bar = within(await findBar())
    expect(bar.getByRole('link', { name: 'Терминал' }).getAttribute('aria-current')).toBeNull()
    await page.user.click(bar.getByRole('button', { name: 'Флаг' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Флаг' })))
    expect(getHref(page)).toBe('/group/1/task/131')

    await page.user.click(bar.getByRole('link', { name: 'Терминал' }))
    await waitFor(() => expect(getHref(page)).toBe('/group/1/task/131?pane=terminal'))
    await waitFor(() =>
      expect(bar.getByRole('link', { name: 'Терминал' }).getAttribute('aria-current')).toBeTruthy(),
    )
    expect(page.calls()).not.toContain('openTerminal')

    await page.user.click(bar.getByRole('button', { name: 'Лаборатория' }))
    await waitFor(() => expect(getHref(page)).toBe('/group/1/task/131'))
  })

  test('one tap opens the terminal of a ready lab', async () => {
    const page = await renderRoute('/group/1/task/131', {
      as: 'student',
      prepare: ({ db }) => {
        const lab = { status: 'ready', endpoints: [] }
        db.faults.add('getLabStatus', { kind: 'body', status: 200, body: lab }, 9)
      },
    })
    const bar = within(await findBar())
    const button = screen.getByRole('button', { name: 'Открыть терминал' })
    await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
    await page.user.click(bar.getByRole('link', { name: 'Терминал' }))
    await waitFor(() => expect(page.calls()).toContain('openTerminal'))
    expect(getHref(page)).toBe('/group/1/task/131?pane=terminal')
  })

  test('has only the parts of the task', async () => {
    await renderRoute('/group/1/task/102', { as: 'student' })
    const bar = within(await findBar())
    expect(bar.getByRole('button', { name: 'Лаборатория' })).toBeTruthy()
    expect(bar.queryByRole('link', { name: 'Терминал' })).toBeNull()
  })

  test('a disabled task without a lab has no bar, and a notice at the top', async () => {
    await renderRoute('/group/1/task/106', { as: 'student' })
    await screen.findByText('Сейчас задание доступно только для чтения')
    expect(screen.queryByRole('navigation', { name: 'Разделы задания' })).toBeNull()
  })
})

describe('writeup', () => {
  /** Task 119 has a public write-up, task 113 one for those who solved it. */
  const open = (path = '/group/1/task/119', prepare?: (page: RenderedRoute['platform']) => void) =>
    renderRoute(path, { as: 'student', ...(prepare && { prepare }) })

  const calls = (page: RenderedRoute) => page.calls().filter(call => call === 'getWriteup').length
  const pane = () => within(screen.getByRole('region', { name: 'Разбор' }))
  const showButton = () => screen.findByRole('button', { name: 'Всё равно показать' })

  test('an unsolved task warns first; opening and closing keep the focus', async () => {
    const page = await open()
    const getTab = (name: string) => screen.getByRole('link', { name })
    expect((await screen.findByRole('link', { name: 'Описание' })).getAttribute('aria-current')).toBe('page')
    await page.user.click(getTab('Разбор'))
    const button = await showButton()
    const heading = screen.getByRole('heading', { level: 2, name: 'Разбор' })
    expect(document.activeElement).toBe(getTab('Разбор'))
    expect(getTab('Разбор').getAttribute('aria-current')).toBe('page')
    expect(getTab('Описание').getAttribute('aria-current')).toBeNull()
    expect(page.router.state.location.search).toEqual({ pane: 'writeup' })
    expect(screen.queryByRole('region', { name: 'Описание' })).toBeNull()
    expect(calls(page)).toBe(0)
    await page.user.click(button)
    await screen.findByText(/Разбор открыт сразу/)
    expect(calls(page)).toBe(1)
    await waitFor(() => expect(document.activeElement).toBe(heading))
    await page.user.click(getTab('Описание'))
    await screen.findByRole('region', { name: 'Описание' })
    expect(document.activeElement).toBe(getTab('Описание'))
    // Cached, so it isn't asked about again.
    await page.user.click(getTab('Разбор'))
    await screen.findByText(/Разбор открыт сразу/)
  })

  test('a write-up for solvers is not available before, not even by URL', async () => {
    const page = await open('/group/1/task/113?pane=writeup')
    await screen.findByRole('heading', { level: 2, name: 'Разбор' })
    expect(pane().getByText('Разбор откроется после решения задания.')).toBeTruthy()
    expect(calls(page)).toBe(0)
  })

  const respondWith = (body: unknown): Fault => ({ kind: 'body', status: 200, body })

  test('a load error stays in its section and can be retried', async () => {
    const notSolved = 'writeup is available after solving'
    const page = await open('/group/1/task/119?pane=writeup', ({ db }) => {
      db.faults.add('getWriteup', { kind: 'status', status: 403, detail: notSolved })
      db.faults.add('getWriteup', { kind: 'html', status: 200 })
      // X02
      db.faults.add('getWriteup', respondWith({ content: { a: 1 } }))
    })
    await page.user.click(await showButton())
    for (const message of [
      /Разбор откроется после решения задания/,
      /Неожиданный ответ сервера/,
      /который прислал сервер/,
    ]) {
      await pane().findByText(message)
      expect(pane().getByText('Не удалось загрузить разбор')).toBeTruthy()
      await page.user.click(pane().getByRole('button', { name: 'Повторить' }))
    }
    await screen.findByText(/Разбор открыт сразу/)
    const heading = screen.getByRole('heading', { level: 2, name: 'Разбор' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  test('X02 a hostile write-up is plain text', async () => {
    const content = corpus.html.filter((_, index) => index % 4 === 0).join('\n\n')
    const page = await open('/group/1/task/119?pane=writeup', ({ db }) =>
      db.faults.add('getWriteup', respondWith({ content })),
    )
    await page.user.click(await showButton())
    await pane().findAllByText(/<script>alert\(1\)<\/script>/)
    const body = document.querySelector('.markdown') ?? document.body
    expect(findDangerousMarkup(body, { idPrefix: 'writeup-', imagePrefix: '/files/' })).toEqual([])
  })
})
