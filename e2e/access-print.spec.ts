import { expect, type Page } from '@playwright/test'
import { layoutFindings } from './layout'
import { test } from './platform'
import { signInByApi } from './users'

/** The width of A4 between its margins, in CSS pixels. */
const paper = { width: 718, height: 1047 }

const printed = [
  { name: 'task', path: '/group/1/task/102' },
  { name: 'writeup', path: '/group/1/task/103?pane=writeup' },
  { name: 'contacts', path: '/contacts' },
  { name: 'leaderboard', path: '/group/1/leaderboard' },
  { name: 'competencies', path: '/competencies' },
] as const

/** Controls that must not be printed. Column headers are buttons on screen only. */
const controls = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'header[data-shell], footer[data-shell], nav, button, input, textarea, select, iframe, [role=switch]',
      ),
    ]
      .filter(
        element =>
          element.checkVisibility({ visibilityProperty: true }) && !element.closest('.sr-only, thead'),
      )
      .filter(element => element.getBoundingClientRect().height > 1)
      .map(element => element.outerHTML.slice(0, 140)),
  )

test('A11Y-23 a task, a write-up, contacts, the board and competencies are printed completely and without controls', async ({
  page,
}) => {
  await signInByApi(page, 'student')
  await page.setViewportSize(paper)
  for (const { name, path } of printed) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(path)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    await expect(title).toBeVisible()
    expect.soft(await controls(page), `controls on the paper of ${name}`).toEqual([])
    expect.soft(await layoutFindings(page), `layout on the paper of ${name}`).toEqual([])
    const file = await page.pdf({ format: 'A4' })
    expect.soft(file.length, `the paper of ${name}`).toBeGreaterThan(5_000)
  }
})
