import { expect } from '@playwright/test'
import { examine } from './examine'
import { speak, takeSession } from './people'
import { test } from './platform'
import { others, sharePanel } from './profile-steps'
import { profileWords } from './profile-words'
import { languages } from './words'

for (const language of languages) {
  test(`competencies are readable in every state (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    tripwires.allowConsole(/status of (403|404)/)
    const text = profileWords[language]
    const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
    await speak(context, language, platform.url)
    await takeSession(page, 'student')
    await page.goto('/competencies')
    const panel = sharePanel(page, language)
    await panel.getByRole('button', { name: text.publish }).click()
    await expect(panel.getByRole('textbox', { name: text.link })).toBeFocused()
    await examine(page, `own competencies, public, ${language}`)
    await panel.getByRole('button', { name: text.hide }).click()
    await expect(page.getByRole('alertdialog', { name: text.hideQuestion })).toBeVisible()
    await examine(page, `the question before a profile is hidden, ${language}`)

    await page.goto(`/competencies/${others.open}`)
    await expect(title(text.another)).toBeVisible()
    await expect(page.getByRole('heading', { name: text.list })).toBeVisible()
    await expect(panel).toHaveCount(0)
    await examine(page, `competencies of somebody else, ${language}`)
    await page.goto(`/competencies/${others.closed}`)
    await expect(title(text.closed)).toBeVisible()
    await examine(page, `competencies that are private, ${language}`)
    await page.goto(`/competencies/${others.nobody}`)
    await expect(title(text.nobody)).toBeVisible()
    await examine(page, `competencies of nobody, ${language}`)

    await takeSession(page, 'newcomer')
    await page.goto('/competencies')
    await expect(page.getByText(text.empty)).toBeVisible()
    await examine(page, `no competencies yet, private, ${language}`)
  })
}
