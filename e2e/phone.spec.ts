import { expect, type Locator, type Page } from '@playwright/test'
import { labels } from './labels'
import { t } from './messages'
import { test } from './platform'
import { expectSolved, insideTasks, labPanel, terminalFrame, terminalRows, waitForLab } from './task-steps'
import { setLanguage, signInByApi } from './users'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

const KEYBOARD_HEIGHT = 300

/** Headless browsers have no virtual keyboard. */
const showKeyboard = (page: Page) =>
  page.evaluate(covered => {
    const viewport = window.visualViewport as VisualViewport
    Object.defineProperty(viewport, 'height', { value: innerHeight - covered, configurable: true })
    viewport.dispatchEvent(new Event('resize'))
  }, KEYBOARD_HEIGHT)

/** A long press near the start of an element. */
async function holdFinger(page: Page, target: Locator): Promise<void> {
  const { x, y } = (await target.boundingBox()) ?? { x: 0, y: 0 }
  const debugging = await page.context().newCDPSession(page)
  const touchPoints = [{ x: x + 20, y: y + 5 }]
  const now = Date.now() / 1000
  await debugging.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp: now - 0.7 })
  await debugging.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: now })
  await debugging.detach()
}

test('a student solves a task by touch alone, and submits the flag without leaving the terminal', async ({
  page,
  context,
  platform,
}) => {
  const text = labels.ru
  const rows = terminalRows(page)
  const frame = terminalFrame(page)
  const dock = page.locator('#terminal-dock')
  const tapKey = (name: string) => frame.getByRole('button', { name, exact: true }).tap()
  await setLanguage(context, 'ru', platform.url)
  await signInByApi(page, 'student')
  await page.goto(insideTasks.ru.address)
  await labPanel(page, 'ru').getByRole('button', { name: text.startLab }).tap()
  await waitForLab(page, platform, 'ru')
  const panes = page.getByRole('navigation', { name: text.panes })
  await panes.getByRole('link', { name: text.paneTerminal }).tap()
  await expect(rows).toContainText(/\$\s*$/)
  await showKeyboard(page)
  const shown = await dock.boundingBox()
  expect((shown?.y ?? 0) + (shown?.height ?? 0), 'above the keyboard').toBeCloseTo(740 - KEYBOARD_HEIGHT, 0)

  await page.keyboard.type('sleep')
  await tapKey('Ctrl')
  await page.keyboard.type('c')
  await expect(rows).toContainText('^C')
  await page.keyboard.type('cat /var/back')
  await tapKey('Tab')
  await expect(rows).toContainText('cat /var/backups/')
  await page.keyboard.type('site/fl')
  await tapKey('Tab')
  await page.keyboard.press('Enter')
  await expect(rows).toContainText(/flag\{[^{}]+\}/)
  await page.keyboard.type('clear')
  await page.keyboard.press('Enter')
  await expect(rows).not.toContainText('flag{')
  await tapKey(t('ru', 'terminal:keyUp'))
  await tapKey(t('ru', 'terminal:keyUp'))
  await page.keyboard.press('Enter')
  await expect(rows).toContainText(/flag\{[^{}]+\}/)
  await expect(frame.locator('textarea'), 'no key took the focus').toBeFocused()

  const flag = /flag\{[^{}]+\}/.exec((await rows.textContent()) ?? '')?.[0] ?? ''
  await holdFinger(page, rows.getByText(flag))
  await expect(dock.getByText(t('ru', 'terminal:sendSelected'))).toBeVisible()
  await dock.getByRole('button', { name: t('ru', 'terminal:fillFlag') }).tap()
  const field = dock.getByRole('textbox', { name: text.flag, exact: true })
  await expect(field).toHaveValue(flag)
  await dock.getByRole('button', { name: text.sendFlag, exact: true }).tap()
  await expectSolved(page, 'ru')
  await expect(rows, 'the terminal is still open').toBeVisible()
  expect(platform.countCalls('openTerminal'), 'one session').toBe(1)
})
