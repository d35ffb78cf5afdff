import { expect, type Page } from '@playwright/test'
import { translatePage } from '../scripts/lib/translate-page'
import { BANK_DELAY_MS, examTimer, expectAttempt, openBank, openExam, paidExam } from './exam-steps'
import { labels } from './labels'
import { type Language, languages, matching, t } from './messages'
import { inTurn, test as onPlatform } from './platform'
import { enterFlags, expectSolved, labPanel, startLab } from './task-steps'
import { fillLogin, setLanguage, signIn } from './users'

/** The browser translates every page, as soon as it is loaded. */
const test = onPlatform.extend<{ translated: undefined }>({
  translated: [
    async ({ page }, use) => {
      await page.addInitScript(`addEventListener('load', () => (${translatePage})())`)
      await use(undefined)
      expect(await page.evaluate(() => window.staleTexts), 'texts that changed unseen').toEqual([])
    },
    { auto: true },
  ],
})

/** Waits until the translator has been at the page, then expects the page, not the one for a crash. */
const expectTranslated = async (page: Page, language: Language) => {
  await expect(page.locator('main font').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: t(language, 'errors:crash') })).toBeHidden()
}

const chooseLanguage = async (page: Page, from: Language, to: Language) => {
  await page.getByRole('button', { name: labels[from].languageMenu }).click()
  await page.getByRole('menuitemradio', { name: t(from, `common:language.${to}`) }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', to)
}

for (const language of languages) {
  const text = labels[language]
  const other = language === 'ru' ? 'en' : 'ru'

  test(`a translated page: wrong and right password, filters, hint, wrong and right flag, lab (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    tripwires.allowConsole(/status of 401/)
    await setLanguage(context, language, platform.url)
    await page.goto('/login')
    await expectTranslated(page, language)
    await page.getByRole('main').getByRole('button', { name: text.enter, exact: true }).click()
    await expect(page.getByRole('alert').getByText(t(language, 'auth:login.fillAll'))).toBeVisible()
    await page.getByRole('textbox', { name: text.username }).fill('student')
    await page.getByRole('textbox', { name: text.password, exact: true }).fill('не тот пароль')
    await page.keyboard.press('Enter')
    const refusal = page.getByRole('alert').getByText(t(language, 'errors:Incorrect username or password'))
    await expect(refusal).toBeVisible()
    await fillLogin(page, 'student', language)
    await expect(page.getByRole('button', { name: text.accountMenu })).toBeVisible()

    await page.goto('/groups?q=no+such+group')
    await expectTranslated(page, language)
    await expect(page.getByText(t(language, 'groups:empty.filtered')).first()).toBeVisible()
    await page
      .getByRole('button', { name: t(language, 'groups:filters.reset') })
      .first()
      .click()
    await page.getByRole('button', { name: t(language, 'groups:section.ended') }).click()
    await page.getByRole('button', { name: t(language, 'groups:filters.all') }).click()
    await page.locator('main a[href="/group/1"]').first().click()
    await expect(page).toHaveURL(/\/group\/1$/)
    await page.getByRole('searchbox').first().fill('нет такого задания')
    await page.getByRole('searchbox').first().press('Escape')
    await page.locator('main a[href="/group/1/task/104"]').first().click()

    await startLab(page, platform, language)
    await page.getByRole('button', { name: text.hints }).click()
    await page.getByRole('button', { name: t(language, 'hints:take') }).click()
    const hint = page.getByRole('region', { name: text.hints }).getByRole('heading', { level: 3 })
    await expect(hint.first()).toBeVisible()
    await enterFlags(page, language, 'flag{not_this_one}')
    await expect(page.getByText(text.wrongFlag).first()).toBeVisible()
    await enterFlags(page, language, platform.getFlags('student', 1, 104).join('\n'))
    await expectSolved(page, language)
    await labPanel(page, language).getByRole('button', { name: text.stopLab }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: text.stopLabConfirm }).click()
    await expect(labPanel(page, language).getByText(text.labOff, { exact: true })).toBeVisible()

    await chooseLanguage(page, language, other)
    await expectSolved(page, other)
    await expect(page.getByRole('heading', { name: t(other, 'lab:title'), exact: true })).toBeVisible()
    await expectTranslated(page, other)
  })

  test(`a translated page: an exam is paid, started and counted down (${language})`, async ({
    page,
    platform,
  }) => {
    await openExam(page, platform, paidExam.address, language)
    await expectTranslated(page, language)
    await page.getByRole('button', { name: text.requestAnother }).click()
    await expectAttempt(page, text.needPay)
    const bank = await openBank(page, language)
    await bank.getByRole('button', { name: text.bankPay }).click()
    const dialog = page.getByRole('dialog', { name: text.payment })
    await expect(dialog.getByText(text.canCloseBank)).toBeVisible()
    await dialog.getByRole('button', { name: text.close }).click()
    await expect(dialog).toBeHidden()
    platform.advanceClock(BANK_DELAY_MS)
    // The page checks by itself too, and may be first.
    const check = page.getByRole('button', { name: text.checkPayment })
    if (await check.isVisible()) await check.click().catch(() => {})
    await expectAttempt(page, text.payed)
    await page.getByRole('button', { name: text.startExam }).click()
    await page.getByRole('checkbox', { name: t(language, 'exam:start.understand') }).check()
    await page.getByRole('button', { name: text.startDay }).click()
    await expectAttempt(page, text.running)
    const timer = examTimer(page, language)
    const before = await timer.textContent()
    await expect(timer).not.toHaveText(before ?? '')
    await chooseLanguage(page, language, other)
    await expectAttempt(page, labels[other].running)
    await expectTranslated(page, other)
  })
}

for (const language of inTurn('ru')) {
  const text = labels[language]

  test(`a translated page: a link for a new password is requested (${language})`, async ({
    page,
    platform,
  }) => {
    await setLanguage(page.context(), language, platform.url)
    await page.goto('/reset-password')
    await expectTranslated(page, language)
    const send = page.getByRole('button', { name: text.sendLink })
    await page.getByRole('textbox', { name: t(language, 'recovery:reset.email') }).fill('no address')
    await send.click()
    await expect(page.getByRole('main').locator('[aria-invalid=true]')).toBeVisible()
    await page
      .getByRole('textbox', { name: t(language, 'recovery:reset.email') })
      .fill('newcomer@mail.example')
    await send.click()
    await expect(page.getByRole('heading', { name: t(language, 'recovery:sent.title') })).toBeVisible()
    await expect(page.getByText('newcomer@mail.example')).toBeVisible()
    await page.getByRole('button', { name: t(language, 'recovery:sent.other') }).click()
    await expect(send).toBeVisible()
    await expectTranslated(page, language)
  })

  test(`a translated page: the profile is shared and hidden, the board sorted, feedback sent (${language})`, async ({
    page,
    platform,
  }) => {
    await setLanguage(page.context(), language, platform.url)
    await signIn(page, 'student', language)
    await page.goto('/competencies')
    await expectTranslated(page, language)
    const isPublic = page.getByRole('switch', { name: text.shareProfile })
    await isPublic.click()
    await expect(page.getByRole('textbox', { name: text.shareLink })).toBeVisible()
    await isPublic.click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: t(language, 'sharing:hide.confirm') }).click()
    await expect(isPublic).not.toBeChecked()

    await page.goto('/group/1/leaderboard')
    await expectTranslated(page, language)
    await page.getByRole('columnheader').getByRole('button').last().click()
    await page.getByRole('searchbox').fill('student')
    await expect(page.getByRole('row').filter({ hasText: 'student' }).first()).toBeVisible()

    await page.getByRole('button', { name: text.feedback, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: text.feedback })
    await dialog.getByRole('textbox', { name: text.feedbackMessage }).fill('The page is translated.')
    await dialog.getByRole('button', { name: text.sendFeedback }).click()
    await expect(dialog.getByText(text.feedbackSent)).toBeVisible()
    expect(platform.feedback()).toHaveLength(1)
    await expectTranslated(page, language)
  })

  test(`code, flags, addresses and names stay as they are in a translated page (${language})`, async ({
    page,
    platform,
  }) => {
    await setLanguage(page.context(), language, platform.url)
    await signIn(page, 'student', language)
    await page.goto('/group/1/leaderboard')
    await expectTranslated(page, language)
    await expect(page.locator('td, th').filter({ has: page.locator('bdi font') })).toHaveCount(0)
    await page.goto('/group/1/task/101')
    await expectTranslated(page, language)
    await enterFlags(page, language, 'flag{not_this_one}')
    await expect(page.getByText(text.wrongFlag).first()).toBeVisible()
    await expect(page.getByText(matching(language, 'task:flags.label')).first()).toBeVisible()
    await expect(page.locator('code font, kbd font, [translate=no] font')).toHaveCount(0)
  })
}

test('a page translated into other words before its scripts run works', async ({
  page,
  platform,
  tripwires,
}) => {
  // The prerendered texts are other ones, so React renders the page anew and says so.
  tripwires.allowConsole(/Minified React error #418|status of 401/)
  await page.addInitScript(`document.addEventListener('readystatechange', () => (${translatePage})(' *'))`)
  await page.goto('/login')
  // Only the running page adds it.
  await expect(page.getByRole('link', { name: matching('ru', 'auth:lms.enter') })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/ \*$/)
  await page.getByRole('textbox', { name: labels.ru.username }).fill('student')
  await page.getByRole('textbox', { name: labels.ru.password }).fill('not the password')
  await page.keyboard.press('Enter')
  const refusal = page.getByRole('main').getByRole('alert')
  await expect(refusal).toHaveText(`${t('ru', 'errors:Incorrect username or password')} *`)
  expect(platform.countCalls('login')).toBe(1)
})
