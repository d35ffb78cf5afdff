import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { getHref, waitForHref } from '../../test/login'
import { renderRoute } from '../../test/render-route'

// Lazy code takes time when many tests run.

const press = (init: KeyboardEventInit, target: Element = document.activeElement ?? document.body) =>
  fireEvent.keyDown(target, init)

const openTask = async (taskId = 102) => {
  const page = await renderRoute(`/group/1/task/${taskId}`, { as: 'student' })
  await screen.findByRole('heading', { level: 1 })
  return page
}

const openGroup = async (options = {}) => {
  const page = await renderRoute('/group/1', { as: 'student', ...options })
  await screen.findByRole('searchbox')
  return page
}

const getRows = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('term')
    .map(term => [
      term.textContent,
      ...[...(term.nextElementSibling?.querySelectorAll('kbd') ?? [])].map(key => key.textContent),
    ])

// Lazy: loaded when first opened.
const findDialog = (name = 'Сочетания клавиш') => screen.findByRole('dialog', { name })

const closed = () =>
  waitFor(() => {
    if (screen.queryByRole('dialog')) throw new Error('The dialog is still there.')
  })

/** On a Russian layout, by the positions of Latin keys. Other layouts: keyboard-layout.test.ts. */
const keys = {
  help: { key: ',', code: 'Slash', shiftKey: true },
  search: { key: '.', code: 'Slash' },
  up: { key: 'х', code: 'BracketLeft' },
  previous: { key: 'б', code: 'Comma' },
  next: { key: 'ю', code: 'Period' },
  down: { key: 'о', code: 'KeyJ' },
  back: { key: 'л', code: 'KeyK' },
  flag: { key: 'а', code: 'KeyF' },
}

describe('keys', () => {
  test('navigate between tasks, to the flag field and to the parent page', async () => {
    const page = await openTask()
    const links = within(screen.getByRole('navigation', { name: 'Соседние задания' })).getAllByRole('link')
    const [before, after] = links.map(link => link.getAttribute('href') ?? '')
    press(keys.next)
    await waitForHref(page, after ?? '')
    press(keys.previous)
    await waitForHref(page, '/group/1/task/102')
    press(keys.previous)
    await waitForHref(page, before ?? '')
    press(keys.flag)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Флаг/ })))
    ;(document.activeElement as HTMLElement).blur()
    press(keys.up)
    await waitForHref(page, '/group/1')
    press(keys.up)
    await waitForHref(page, '/groups')
  })

  test('navigate rows, open one, focus search, and show the dialog', async () => {
    const page = await openGroup()
    const links = [...document.querySelectorAll('[data-row-link]')]
    press(keys.down)
    await waitFor(() => expect(document.activeElement).toBe(links[0]))
    press(keys.down)
    press({ ...keys.down, repeat: true })
    await waitFor(() => expect(document.activeElement).toBe(links[2]))
    press(keys.back)
    await waitFor(() => expect(document.activeElement).toBe(links[1]))
    press(keys.search)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')))
    links[1] instanceof HTMLElement && links[1].focus()
    press(keys.help)
    await findDialog()
    await page.user.keyboard('{Escape}')
    await closed()
    await waitFor(() => expect(document.activeElement).toBe(links[1]))
    await page.user.keyboard('{Enter}')
    await waitForHref(page, links[1]?.getAttribute('href') ?? '')
  })
})

describe('the dialog lists only shortcuts of this page', () => {
  const help = ['Показать этот список', '?']
  const up = ['Перейти на уровень выше', '[']
  const list = [
    ['Следующая строка списка', 'J'],
    ['Предыдущая строка списка', 'K'],
  ]
  const open = ['Открыть выбранную строку', 'Enter']
  const submit = ['Отправить форму, которую вы заполняете', 'Ctrl', 'Enter']
  const search = ['Искать на странице', '/']
  const flag = ['Ввести флаг', 'F']
  const ownRow = ['Найти свою строку', 'J']
  test.each([
    ['/', [search, help], [up, flag]],
    ['/contacts', [help, up], [search, open, flag]],
    ['/group/1', [search, ...list, open, help, up], [ownRow, flag]],
    ['/group/1/leaderboard', [search, ownRow, help, up], [...list, flag]],
    [
      '/group/1/task/102',
      [
        flag,
        ['Перейти к лаборатории', 'L'],
        ['Открыть подсказки', 'H'],
        ['Открыть предыдущее задание', ','],
        ['Открыть следующее задание', '.'],
        submit,
        help,
        up,
      ],
      [ownRow, ...list],
    ],
  ])('%s', async (path, rows, others) => {
    await renderRoute(path, { as: 'student' })
    await screen.findByRole('heading', { level: 1 })
    await screen.findByRole('button', { name: 'Меню профиля' })
    press({ key: '?', code: 'Slash', shiftKey: true })
    // A section of the page may add more.
    const known = [...rows, ...others].map(([name]) => name)
    expect(getRows(await findDialog()).filter(([name]) => known.includes(name))).toEqual(rows)
  })

  test('in English, from the footer button, also for guests, without "up"', async () => {
    const page = await renderRoute('/login', { language: 'en' })
    await screen.findByLabelText(/Username/)
    const button = await screen.findByRole('button', { name: 'Keyboard shortcuts' })
    await page.user.click(button)
    const dialog = await findDialog('Keyboard shortcuts')
    const rows = getRows(dialog)
    expect(rows).toContainEqual(['Submit the form you’re typing in', 'Ctrl', 'Enter'])
    expect(rows).toContainEqual(['Show this list', '?'])
    expect(rows.map(([name]) => name)).not.toContain('Go one level up')
    await page.user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await closed()
    await waitFor(() => expect(document.activeElement).toBe(button))
    press({ key: '[', code: 'BracketLeft' })
    expect(getHref(page)).toBe('/login')
  })
})

describe('single keys are ignored', () => {
  const help = { key: '?', code: 'Slash', shiftKey: true }
  test('A11Y-07 when switched off, which is stored; the button and Ctrl+Enter still work', async () => {
    const page = await openTask()
    press(help)
    await page.user.click(within(await findDialog()).getByRole('checkbox', { name: 'Одиночные клавиши' }))
    expect(getRows(await findDialog())).toEqual([
      ['Отправить форму, которую вы заполняете', 'Ctrl', 'Enter'],
      ['Быстрый переход к заданию, группе или странице', 'Ctrl', 'K'],
    ])
    expect(localStorage.getItem('flagship.shortcuts')).toBe('off')
    await page.user.keyboard('{Escape}')
    await closed()
    // A shortcut prevents the default of its key, so that no field gets it.
    const isIgnored = (key: string) => press({ key }, document.body)
    expect(['?', '[', 'f', ',', '.'].filter(key => !isIgnored(key))).toEqual([])
    expect(getHref(page)).toBe('/group/1/task/102')
    await page.user.click(screen.getByRole('button', { name: 'Сочетания клавиш' }))
    await page.user.click(within(await findDialog()).getByRole('checkbox', { name: 'Одиночные клавиши' }))
    expect(localStorage.getItem('flagship.shortcuts')).toBe('on')
    await page.user.keyboard('{Escape}')
    await closed()
    expect(isIgnored('f')).toBe(false)
    expect(document.activeElement?.tagName).toBe('TEXTAREA')
  })
})
