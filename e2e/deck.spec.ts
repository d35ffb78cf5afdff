import { expect, type Page } from '@playwright/test'
import { expectNoAxeFindings } from './axe'
import { test } from './demo'
import { pressOn, typeInto } from './keyboard'

/** The developers' deck by keyboard alone, in Russian, on the demo build. */

const deckKey = 'Control+Alt+KeyP'

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

test('a start is chosen, a refusal is raised and seen, and the clock ends the exam', async ({
  page,
  tripwires,
}) => {
  await page.goto('/')
  const strip = page.getByRole('region', { name: 'Пульт симулятора' })
  await expect(strip).toContainText('Симулятор платформы: данные выдуманы')
  // The login page takes the focus to its first field when it comes, which would be after the deck's opening.
  await expect(page.getByRole('textbox', { name: 'Имя пользователя' })).toBeFocused()
  await page.keyboard.press(deckKey)
  await expect(page.getByRole('tab', { name: 'Начало' })).toBeFocused()
  await typeInto(page, page.getByRole('searchbox', { name: 'Найти начало' }), 'две минуты')
  await pressOn(page, page.getByRole('button', { name: /До конца экзамена две минуты/ }))
  await expect(page).toHaveURL(/\/group\/5$/)
  await expect(page.getByRole('heading', { level: 1, name: /Экзамен/ })).toBeVisible()
  await expect(strip).toContainText('Ольга Зайцева')
  await expect(page.getByRole('tablist', { name: 'Разделы пульта' })).toBeVisible()
  await expectNoAxeFindings(page, 'an exam under the open deck')

  // Closed and opened again, the deck takes the focus where it stood.
  await page.keyboard.press(deckKey)
  await page.keyboard.press(deckKey)
  await expect(page.getByRole('tab', { name: 'Начало' })).toBeFocused()
  await toSection(page, 'Отказы')
  await pressOn(page, page.getByRole('combobox', { name: 'Вызов' }), 'Space')
  await page.keyboard.type('getGroup')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Вызов' })).toHaveValue('getGroup')
  const what = page.getByRole('combobox', { name: 'Что вернуть' })
  await pressOn(page, what, 'Space')
  await page.keyboard.type('403 you')
  await page.keyboard.press('Enter')
  await expect(what).toHaveValue('403 you dont have access to this group')
  await pressOn(page, page.getByRole('button', { name: 'Добавить отказ' }))
  await expect(strip).toContainText('1 отказ')
  tripwires.allowConsole(/status of 40[13]/)
  await page.reload()
  await expect(page.getByText(/У вас нет доступа к этой группе/)).toBeVisible()
  await expect(strip).not.toContainText('1 отказ')

  await page.goto('/group/5?tab=exam')
  await expect(page.getByText('Экзамен идёт', { exact: true })).toBeVisible()
  await page.keyboard.press(deckKey)
  await page.keyboard.press(deckKey)
  await toSection(page, 'Часы')
  await pressOn(page, page.getByRole('button', { name: '+1 час' }))
  await expect(page.getByText(/^Нужен отчёт до /)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tablist', { name: 'Разделы пульта' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Открыть пульт' })).toBeFocused()
})

test('over a dialog the deck opens in a window of its own, which a load of the page does not close', async ({
  page,
}) => {
  await page.goto('/contacts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Shift+Slash')
  await expect(page.getByRole('dialog')).toBeVisible()
  const [deck] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press(deckKey)])
  await deck.getByRole('tab', { name: 'Часы' }).click()
  await deck.getByRole('button', { name: '×60' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(deck.getByRole('tabpanel')).toContainText('×60')

  await page.reload()
  await deck.getByRole('button', { name: 'Остановить' }).click()
  await expect(page.getByRole('region', { name: 'Пульт симулятора' })).toContainText('часы стоят')
  // The window is gone before the key is up again.
  await Promise.all([deck.waitForEvent('close'), deck.keyboard.press('Escape').catch(() => {})])
  await expect(page.getByRole('button', { name: 'Открыть пульт' })).toBeVisible()
})
