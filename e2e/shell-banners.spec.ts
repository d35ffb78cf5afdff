import { expect } from '@playwright/test'
import { accountWords } from './account-words'
import { expectNoAxeFindings } from './axe'
import { examine } from './examine'
import { tabTo } from './keyboard'
import { expectReadableLayout } from './layout'
import { speak, takeSession } from './people'
import { test } from './platform'
import { languages, words } from './words'

const newcomersMail = 'newcomer@mail.example'

// What is not about words is shown in one of the languages.
for (const language of languages) {
  const text = accountWords[language]

  if (language === 'ru')
    test(`N08 an outage is told with the time of the data, and its end once, in ${language}`, async ({
      page,
      context,
      platform,
      tripwires,
    }) => {
      test.setTimeout(90_000)
      tripwires.allowConsole(/Failed to load resource/)
      await speak(context, language, platform.url)
      await takeSession(page, 'student')
      await page.goto('/group/1')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await context.setOffline(true)
      const banner = page.getByRole('status').filter({ hasText: words[language].offlineBanner })
      await expect(banner).toHaveText(/\d{1,2}:\d\d/)
      await expectReadableLayout(page, `the page without a connection, ${language}`)
      platform.clearJournal()
      await context.setOffline(false)
      await expect(page.getByText(words[language].onlineAgain).first()).toBeAttached()
      await expect(banner).toHaveCount(0)
      const asked = () => platform.journal().map(({ operationId }) => operationId)
      await expect.poll(asked, 'what is on the screen is read again').toContain('getGroup')
      await page.waitForLoadState('networkidle')
      expect(asked(), 'nothing is asked for twice').toEqual([...new Set(asked())])

      // Last, because the debugger that axe runs by ends the outage when it leaves.
      await context.setOffline(true)
      await expect(banner).toBeVisible()
      await expectNoAxeFindings(page, `the page without a connection, ${language}`)
    })

  if (language === 'en')
    test(`an address is confirmed by the banner and its letter, by the keyboard, in ${language}`, async ({
      page,
      context,
      platform,
      tripwires,
    }) => {
      test.setTimeout(90_000)
      tripwires.allowConsole(/status of 403/)
      await speak(context, language, platform.url)
      await takeSession(page, 'newcomer')
      await page.goto('/groups')
      const banner = page.getByRole('region', { name: text.unverified })
      await expect(banner).toContainText(newcomersMail)
      await tabTo(page, banner.getByRole('button', { name: text.sendLetter }))
      await page.keyboard.press('Enter')
      await expect(banner.getByText(text.letterSent)).toBeVisible()
      const waiting = banner.getByRole('button', { name: text.letterIn })
      await expect(waiting).toBeFocused()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Space')
      await examine(page, `the banner after a letter, ${language}`)
      const letters = platform.letters().filter(({ to }) => to === newcomersMail)
      expect(letters).toHaveLength(1)

      await tabTo(page, banner.getByRole('button', { name: text.check }))
      await page.keyboard.press('Enter')
      await expect(banner.getByText(text.stillUnverified)).toBeVisible()
      await platform.confirmByLetter(newcomersMail)
      await page.keyboard.press('Enter')
      await expect(banner).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await page.goto('/group/1')
      await expect(page.getByRole('heading', { level: 1, name: /Практическая безопасность/ })).toBeVisible()
    })
}
