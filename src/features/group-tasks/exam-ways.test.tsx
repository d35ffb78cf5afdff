import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { TestServer } from '../../../mocks/node'
import { address, landsOn } from '../../test/journey'
import { renderRoute } from '../../test/render-route'

const tab = (name: string) => screen.findByRole('tab', { name })
const isChosen = async (name: string) => (await tab(name)).getAttribute('aria-selected') === 'true'
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 2, name })

describe('the group of an exam', () => {
  test('opens with the exam while no attempt runs; the tasks can be asked for, and lead back', async () => {
    const page = await renderRoute('/group/5', { as: 'candidate', scenario: 'examReady' })
    expect(await isChosen('Экзамен')).toBe(true)
    await page.user.click(await tab('Задания'))
    await landsOn(page, '/group/5?tab=tasks')
    await heading('Задания экзамена открыты, пока идёт попытка')
    await page.user.click(screen.getByRole('link', { name: 'К экзамену' }))
    await landsOn(page, '/group/5?tab=exam')
    expect(await isChosen('Экзамен')).toBe(true)
    // The link is gone with its tab.
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Экзамен'))
    await page.user.click(await tab('Задания'))
    await page.user.click(await tab('Экзамен'))
    await landsOn(page, '/group/5')
  })

  test('opens with the tasks while one runs', async () => {
    const page = await renderRoute('/group/5', { as: 'candidate', scenario: 'examRunning' })
    expect(await isChosen('Задания')).toBe(true)
    await page.user.click(await tab('Экзамен'))
    await landsOn(page, '/group/5?tab=exam')
    await page.user.click(await tab('Задания'))
    await landsOn(page, '/group/5')
  })
})

test('a lab that the statuses still name is asked about while its exam runs, and not after it', async () => {
  const lab = { task_id: 501, solved: false, flags_solved: 0, points_earned: 0, lab_status: 'ready' }
  const prepare = ({ db }: TestServer) =>
    db.faults.add('listTaskStatuses', { kind: 'body', status: 200, body: [lab] }, 9)
  const page = await renderRoute('/group/5', { as: 'candidate', scenario: 'examRunning', prepare })
  await waitFor(() => expect(page.calls()).toContain('getLabStatus'))
  page.close()
  const over = await renderRoute('/group/5', { as: 'candidate', scenario: 'reportDue', prepare })
  await heading(/^Нужен отчёт до/)
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(over.calls()).not.toContain('getLabStatus')
})

describe('a task of an exam that is closed', () => {
  test.each([
    ['after the exam', 'reportDue', 'Время экзамена вышло'],
    ['before it', 'examReady', 'Экзамен ещё не начат'],
  ] as const)('%s says so and leads to the exam', async (_, scenario, title) => {
    const page = await renderRoute('/group/5/task/501', { as: 'candidate', scenario })
    await heading(title)
    await page.user.click(within(screen.getByRole('main')).getByRole('link', { name: 'К экзамену' }))
    await waitFor(() => expect(address(page)).toBe('/group/5?tab=exam'))
  })
})

describe('home', () => {
  test.each([
    ['examRunning', 'Экзамен идёт', /^Осталось 23.ч, до /],
    ['reportDue', 'Нужен отчёт по экзамену', /^Отчёт нужен до /],
    ['examReady', 'Экзамен можно начать', /^На все задания 24 часа, без паузы$/],
  ] as const)('%s: the exam stands first, with the way to it', async (scenario, title, fact) => {
    await renderRoute('/', { as: 'candidate', scenario })
    await heading(title)
    const [first] = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 })
    expect(first?.textContent).toBe(title)
    const card = within(screen.getByRole('region', { name: title }))
    await card.findByText(fact)
    expect(card.getByRole('link').getAttribute('href')).toBe('/group/5?tab=exam')
  })

  test('whoever has no exam is asked for nothing more', async () => {
    const page = await renderRoute('/', { as: 'student' })
    await screen.findByRole('link', { name: /^(Открыть задание|Продолжить)$/ })
    expect(page.calls().filter(call => call === 'getGroup')).toHaveLength(1)
  })

  test('an exam that cannot be read costs only itself', async () => {
    await renderRoute('/', {
      as: 'candidate',
      scenario: 'examRunning',
      prepare: ({ db }) =>
        db.faults.add('getGroup', { kind: 'body', status: 200, body: { attempts: [null, 7] } }, 9),
    })
    await heading('Ваши группы')
    expect(screen.queryByText('Экзамен идёт')).toBeNull()
  })
})
