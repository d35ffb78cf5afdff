import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { TestServer } from '../../../mocks/node'
import { getHref, waitForHref } from '../../test/login'
import { renderRoute } from '../../test/render-route'

const tab = (name: string) => screen.findByRole('tab', { name })
const isChosen = async (name: string) => (await tab(name)).getAttribute('aria-selected') === 'true'
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 2, name })

describe('exam group', () => {
  test('opens the exam tab while no attempt runs; the tasks tab links back', async () => {
    const page = await renderRoute('/group/5', { as: 'candidate', scenario: 'examReady' })
    expect(await isChosen('Экзамен')).toBe(true)
    await page.user.click(await tab('Задания'))
    await waitForHref(page, '/group/5?tab=tasks')
    await heading('Задания экзамена доступны, пока идёт попытка')
    await page.user.click(screen.getByRole('link', { name: 'К экзамену' }))
    await waitForHref(page, '/group/5?tab=exam')
    expect(await isChosen('Экзамен')).toBe(true)
    // The focused link unmounted.
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Экзамен'))
    await page.user.click(await tab('Задания'))
    await page.user.click(await tab('Экзамен'))
    await waitForHref(page, '/group/5')
  })

  test('opens the tasks tab while an attempt runs', async () => {
    const page = await renderRoute('/group/5', { as: 'candidate', scenario: 'examRunning' })
    expect(await isChosen('Задания')).toBe(true)
    await page.user.click(await tab('Экзамен'))
    await waitForHref(page, '/group/5?tab=exam')
    await page.user.click(await tab('Задания'))
    await waitForHref(page, '/group/5')
  })
})

test('polls a lab named in the statuses only while its exam runs', async () => {
  const lab = { task_id: 501, solved: false, flags_solved: 0, points_earned: 0, lab_status: 'ready' }
  const prepare = ({ db }: TestServer) =>
    db.faults.add('listTaskStatuses', { kind: 'body', status: 200, body: [lab] }, 9)
  const page = await renderRoute('/group/5', { as: 'candidate', scenario: 'examRunning', prepare })
  await waitFor(() => expect(page.calls()).toContain('getLabStatus'))
  page.close()
  const over = await renderRoute('/group/5', { as: 'candidate', scenario: 'reportDue', prepare })
  await heading(/^Сдайте отчёт до/)
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(over.calls()).not.toContain('getLabStatus')
})

describe('a task of a closed exam', () => {
  test.each([
    ['after the exam', 'reportDue', 'Время экзамена вышло'],
    ['before it', 'examReady', 'Экзамен ещё не начат'],
  ] as const)('%s shows the reason and links to the exam', async (_, scenario, title) => {
    const page = await renderRoute('/group/5/task/501', { as: 'candidate', scenario })
    await heading(title)
    await page.user.click(within(screen.getByRole('main')).getByRole('link', { name: 'К экзамену' }))
    await waitFor(() => expect(getHref(page)).toBe('/group/5?tab=exam'))
  })
})

describe('home', () => {
  test.each([
    ['examRunning', 'Экзамен идёт', /^Осталось 23.ч, до /],
    ['reportDue', 'Сдайте отчёт по экзамену', /^Сдайте отчёт до /],
    ['examReady', 'Экзамен можно начать', /^На все задания 24 часа, без пауз$/],
  ] as const)('%s: shows the exam first, with a link', async (scenario, title, fact) => {
    await renderRoute('/', { as: 'candidate', scenario })
    await heading(title)
    const [first] = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 })
    expect(first?.textContent).toBe(title)
    const card = within(screen.getByRole('region', { name: title }))
    await card.findByText(fact)
    expect(card.getByRole('link').getAttribute('href')).toBe('/group/5?tab=exam')
  })

  test('requests nothing more without an exam', async () => {
    const page = await renderRoute('/', { as: 'student' })
    await screen.findByRole('link', { name: /^(Открыть задание|Продолжить)$/ })
    expect(page.calls().filter(call => call === 'getGroup')).toHaveLength(1)
  })

  test('a malformed exam does not affect other groups', async () => {
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
