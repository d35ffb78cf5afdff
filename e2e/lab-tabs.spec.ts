import { type BrowserContext, expect, type Page } from '@playwright/test'
import { type Platform, test } from './platform'
import { taskLabels } from './task-labels'
import { insideTasks, labPanel } from './task-steps'
import { signIn } from './users'
import { setVisible } from './visibility'

const text = taskLabels.ru
const { address } = insideTasks.ru
/** Longer than the polling interval while a lab starts, in milliseconds. */
const pastPause = 2600

/** A tab with the task, and how often it has polled the lab. */
interface Tab {
  page: Page
  polls: number
}

async function openTab(page: Page): Promise<Tab> {
  const tab: Tab = { page, polls: 0 }
  tab.page.on('request', request => {
    if (new URL(request.url()).pathname === '/api/status') tab.polls += 1
  })
  await tab.page.goto(address)
  await expect(labPanel(tab.page, 'ru')).toBeVisible()
  return tab
}

async function openStarting(page: Page, context: BrowserContext, platform: Platform): Promise<[Tab, Tab]> {
  // The start takes longer than the test, so polling is fast all the time.
  platform.setting({ labStarts: 'slow' })
  await signIn(page, 'student')
  const first = await openTab(page)
  await labPanel(page, 'ru').getByRole('button', { name: text.startLab }).click()
  await expect(labPanel(page, 'ru').getByText(text.starting, { exact: true })).toBeVisible()
  return [first, await openTab(await context.newPage())]
}

test('one of two tabs polls, a hidden one does not, and a returning one requests once', async ({
  page,
  context,
  platform,
}) => {
  const [first, second] = await openStarting(page, context, platform)
  const tabs = [first, second]
  await expect(labPanel(second.page, 'ru').getByText(text.starting, { exact: true })).toBeVisible()
  const zero = () => {
    for (const tab of tabs) tab.polls = 0
  }
  zero()
  await expect.poll(() => first.polls + second.polls).toBeGreaterThanOrEqual(2)
  const [quiet, busy] = first.polls < second.polls ? [first, second] : [second, first]
  expect(quiet.polls, 'one of the tabs asks for both').toBe(0)

  zero()
  await setVisible(busy.page, false)
  await expect.poll(() => quiet.polls, 'the other one takes the turn').toBeGreaterThanOrEqual(1)
  expect(busy.polls, 'a hidden tab asks nothing').toBe(0)
  await setVisible(quiet.page, false)
  zero()
  await quiet.page.waitForTimeout(pastPause)
  expect(first.polls + second.polls, 'polls while hidden').toBe(0)

  const from = Date.now()
  await setVisible(quiet.page, true)
  await expect.poll(() => quiet.polls, { intervals: [50] }).toBe(1)
  expect(Date.now() - from, 'milliseconds until the tab that is back asks').toBeLessThan(1500)
  await quiet.page.waitForTimeout(700)
  expect(quiet.polls, 'one question').toBe(1)
  expect(busy.polls).toBe(0)
})
