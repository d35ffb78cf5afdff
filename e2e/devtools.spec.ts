import { expect, type Page } from '@playwright/test'
import { expectNoAxeFindings } from './axe'
import { test } from './demo'
import { pressOn, typeInto } from './keyboard'
import { matching, t } from './messages'

/** The developer tools by the keyboard alone, in Russian, on the demo build. */

const panelKey = 'Control+Alt+KeyP'

const toSection = async (page: Page, name: string) => {
  const tab = page.getByRole('tab', { name, exact: true })
  await page.keyboard.press('Home')
  for (let step = 0; step < 8; step++) {
    if (await tab.evaluate(element => element === document.activeElement)) break
    await page.keyboard.press('ArrowRight')
  }
  await expect(tab).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tab).toHaveAttribute('aria-selected', 'true')
}

test('selects a scenario, raises and shows an error, and ends the exam by the clock', async ({
  page,
  tripwires,
}) => {
  await page.goto('/')
  const strip = page.getByRole('region', { name: t('ru', 'devtools:toolbar.label') })
  await expect(strip).toContainText(t('ru', 'devtools:toolbar.what'))
  // The login page focuses its first field when it loads, which could come after the panel has opened.
  await expect(page.getByRole('textbox', { name: t('ru', 'auth:login.username') })).toBeFocused()
  await page.keyboard.press(panelKey)
  await expect(page.getByRole('tab', { name: t('ru', 'devtools:section.start') })).toBeFocused()
  await typeInto(page, page.getByRole('searchbox', { name: t('ru', 'devtools:starts.search') }), 'две минуты')
  await pressOn(page, page.getByRole('button', { name: t('ru', 'devtools:start.examEndsSoon') }))
  await expect(page).toHaveURL(/\/group\/5$/)
  await expect(page.getByRole('heading', { level: 1, name: /Экзамен/ })).toBeVisible()
  await expect(strip).toContainText('Ольга Зайцева')
  await expect(page.getByRole('tablist', { name: t('ru', 'devtools:panel.sections') })).toBeVisible()
  await expectNoAxeFindings(page, 'an exam under the open panel')

  // The panel restores its focus when it opens again.
  await page.keyboard.press(panelKey)
  await page.keyboard.press(panelKey)
  await expect(page.getByRole('tab', { name: t('ru', 'devtools:section.start') })).toBeFocused()
  await toSection(page, t('ru', 'devtools:section.faults'))
  await pressOn(page, page.getByRole('combobox', { name: t('ru', 'devtools:fault.operation') }), 'Space')
  await page.keyboard.type('getGroup')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: t('ru', 'devtools:fault.operation') })).toHaveValue(
    'getGroup',
  )
  const what = page.getByRole('combobox', { name: t('ru', 'devtools:fault.what') })
  await pressOn(page, what, 'Space')
  await page.keyboard.type('403 you')
  await page.keyboard.press('Enter')
  await expect(what).toHaveValue('403 you dont have access to this group')
  await pressOn(page, page.getByRole('button', { name: t('ru', 'devtools:fault.add') }))
  await expect(strip).toContainText(t('ru', 'devtools:toolbar.faults', { count: 1 }))
  tripwires.allowConsole(/status of 40[13]/)
  await page.reload()
  await expect(page.getByText(t('ru', 'groups:refused.stranger.title'))).toBeVisible()
  await expect(strip).not.toContainText(t('ru', 'devtools:toolbar.faults', { count: 1 }))

  await page.goto('/group/5?tab=exam')
  await expect(page.getByText(t('ru', 'exam:headline.exam_started'), { exact: true })).toBeVisible()
  await page.keyboard.press(panelKey)
  await page.keyboard.press(panelKey)
  await toSection(page, t('ru', 'devtools:section.clock'))
  await pressOn(page, page.getByRole('button', { name: t('ru', 'devtools:clock.hour') }))
  await expect(page.getByText(matching('ru', 'exam:headline.need_report_by'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tablist', { name: t('ru', 'devtools:panel.sections') })).toBeHidden()
  await expect(page.getByRole('button', { name: t('ru', 'devtools:toolbar.open') })).toBeFocused()
})

test('over a dialog the panel opens in a window of its own, which a reload does not close', async ({
  page,
}) => {
  await page.goto('/contacts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Shift+Slash')
  await expect(page.getByRole('dialog')).toBeVisible()
  const [panel] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press(panelKey)])
  await panel.getByRole('tab', { name: t('ru', 'devtools:section.clock') }).click()
  await panel.getByRole('button', { name: '×60' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(panel.getByRole('tabpanel')).toContainText('×60')

  await page.reload()
  await panel.getByRole('button', { name: t('ru', 'devtools:clock.pause') }).click()
  await expect(page.getByRole('region', { name: t('ru', 'devtools:toolbar.label') })).toContainText(
    t('ru', 'devtools:clock.paused'),
  )
  // The window closes before the key is released.
  await Promise.all([panel.waitForEvent('close'), panel.keyboard.press('Escape').catch(() => {})])
  await expect(page.getByRole('button', { name: t('ru', 'devtools:toolbar.open') })).toBeVisible()
})
