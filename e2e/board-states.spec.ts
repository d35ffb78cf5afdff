import { expect } from '@playwright/test'
import { expectNoAxeFindings } from './axe'
import { boardTable, hugeBoard, openBoard, smallBoard } from './board-steps'
import { boardWords } from './board-words'
import { examine } from './examine'
import { expectReadableLayout } from './layout'
import { test } from './platform'
import { languages } from './words'

for (const language of languages) {
  test(`A11Y-21 a board is readable with its neighbours, its chart and its table of the chart (${language})`, async ({
    page,
    platform,
  }) => {
    const text = boardWords[language]
    const chart = page.getByRole('region', { name: text.chart })
    const openTable = async () => {
      await chart.getByText(text.chartTable, { exact: true }).click()
      await expect(chart.getByRole('table')).toBeVisible()
    }
    await page.setViewportSize({ width: 320, height: 800 })
    await openBoard(page, platform, smallBoard.address, language)
    // On a phone all of it is folded away above the table.
    await page.getByText(text.rail, { exact: true }).click()
    await openTable()
    await examine(page, `a small board, ${language}`)
    await page.setViewportSize({ width: 1280, height: 800 })
    await openTable()
    await expectReadableLayout(page, `a small board with the table of its chart, ${language}`)
    await expectNoAxeFindings(page, `a small board with the table of its chart, ${language}`)

    await page.goto(`${hugeBoard.address}?q=нет+таких`)
    await expect(page.getByText(text.noneFound)).toBeVisible()
    await expect(boardTable(page, language)).toHaveCount(0)
    await examine(page, `a board on which nobody was found, ${language}`)
  })
}
