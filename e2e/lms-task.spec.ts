import { expect } from '@playwright/test'
import { examine } from './examine'
import { historyOf } from './history'
import { pressOn } from './keyboard'
import { lmsTask } from './lms-steps'
import { lmsWords } from './lms-words'
import { personaPassword, speak, takeSession, typeLogin } from './people'
import { test } from './platform'
import { callsOf } from './task-steps'
import { languages } from './words'

for (const language of languages) {
  const text = lmsWords[language]

  test(`a guest opens a task from the learning system, logs in and is there (${language})`, async ({
    page,
    context,
    platform,
  }) => {
    await speak(context, language, platform.url)
    await page.goto('/contacts')
    await page.goto(lmsTask.address)
    await expect(page).toHaveURL(/\/login/)
    await typeLogin(page, { username: 'student', password: personaPassword }, language)
    await expect(page).toHaveURL(lmsTask.place)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(callsOf(platform, 'findLmsTask'), 'looked up once').toBe(1)
    const addresses = await historyOf(page)
    expect(addresses.filter(address => address.includes('/moodle/'))).toEqual([])

    // Back leads away, not round in a circle.
    await page.goBack()
    await expect(page).toHaveURL(/\/contacts$/)
    await page.goForward()
    await expect(page).toHaveURL(lmsTask.place)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(callsOf(platform, 'findLmsTask')).toBe(1)
  })

  test(`a task that the platform does not know keeps both its names (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    tripwires.allowConsole(/status of 404/)
    await speak(context, language, platform.url)
    await takeSession(page, 'student')
    await page.goto(lmsTask.unknown)
    await expect(page.getByRole('heading', { level: 1, name: text.unknownTask })).toBeVisible()
    const main = page.getByRole('main')
    for (const name of ['sec-autumn-26', '99-none', text.status404]) await expect(main).toContainText(name)
    await expect(page).toHaveURL(/\/moodle\/sec-autumn-26\/99-none$/)
    await examine(page, `an unknown task of the learning system, ${language}`)

    platform.clearJournal()
    await page.goto(lmsTask.malformed)
    await expect(page.getByRole('heading', { level: 1, name: text.malformedTask })).toBeVisible()
    for (const name of ['sec-autumn-26', '44444<b>41']) await expect(main).toContainText(name)
    expect(callsOf(platform, 'findLmsTask'), 'nothing that cannot be a name is sent').toBe(0)
    await pressOn(page, main.getByRole('link', { name: text.toGroups }))
    await expect(page).toHaveURL(/\/groups$/)
  })
}
