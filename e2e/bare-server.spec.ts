import { expect } from '@playwright/test'
import { findAssumedItems, omitProperties } from '../packages/contract/assumed-items'
import { loadContract } from '../packages/contract/load-contract'
import { labels } from './labels'
import { t } from './messages'
import { checkA11yAndLayout } from './page-checks'
import { inTurn, test } from './platform'
import { setLanguage, signInByApi } from './users'

const items = findAssumedItems(loadContract('openapi').document)

test.beforeEach(async ({ page }) => {
  await page.route('**/api/**', async route => {
    const response = await route.fetch()
    const isJson = response.headers()['content-type']?.includes('json')
    if (!isJson) return route.fulfill({ response })
    const asked = { method: route.request().method(), url: route.request().url() }
    await route.fulfill({
      response,
      json: omitProperties(items, asked, response.status(), await response.json()),
    })
  })
})

for (const language of inTurn('ru'))
  test(`a server that leaves out all assumed properties never has a right flag called wrong (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    // The task has no lab.
    tripwires.allowConsole(/status of 404 .*\/api\/status/)
    const text = labels[language]
    await setLanguage(context, language, platform.url)
    await signInByApi(page, 'student')
    await page.goto('/group/1/task/101')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('#101')
    const [flag = ''] = platform.getFlags('student', 1, 101)
    const field = page.getByRole('textbox', { name: text.flag })
    for (const _ of [1, 2]) {
      await field.fill(flag)
      await field.press('Enter')
      await expect(page.getByRole('list', { name: t(language, 'task:verdict.list') })).toHaveText(
        `${t(language, 'task:verdict.unknown')} ${flag}`,
      )
      await expect(field).toHaveValue(flag)
    }
    await expect(page.getByText(text.wrongFlag)).toHaveCount(0)
    await checkA11yAndLayout(page, `a task without assumed properties, ${language}`)
  })
