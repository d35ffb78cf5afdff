import { expect, type Locator, type Page } from '@playwright/test'
import { passTimeUntil, pressOn, setVisible, tabTo, typeInto } from './browser'
import {
  attemptCard,
  BANK_DELAY_MS,
  bankPage,
  comeBackTo,
  examBar,
  examTimer,
  expectAttempt,
  fewLeft,
  openExam,
  paidExam,
  passUntil,
  refreshTo,
  secondsLeft,
} from './exam-steps'
import { labels } from './labels'
import { type Language, matching, t } from './messages'
import { checkA11yAndLayout } from './page-checks'
import { inTurn, type Platform, test } from './platform'
import { expectSolved, flagField, startLab } from './task-steps'
import { signInByApi } from './users'

test.beforeEach(({ tripwires }) => {
  // Days pass between calls, so the access token expires.
  tripwires.allowConsole(/status of 401/)
})

/** Seconds that the countdown shows. */
async function shownSeconds(page: Page, language: Language): Promise<number> {
  const shown = await examTimer(page, language).textContent()
  return (shown ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** A moment in the browser's format and time zone. */
const format = (
  page: Page,
  language: Language,
  moment: string | undefined,
  style: Intl.DateTimeFormatOptions,
) =>
  page.evaluate(
    ([locale, time, options]) => new Intl.DateTimeFormat(locale, options).format(Date.parse(time)),
    [language === 'ru' ? 'ru' : 'en-US', moment ?? '', style] as const,
  )

/** Presses Tab until the focus enters or leaves a frame. */
async function tabUntil(page: Page, isInFrame: boolean): Promise<void> {
  const isThere = () => page.evaluate(() => document.activeElement?.tagName === 'IFRAME')
  for (let presses = 0; presses < 12; presses++) {
    if ((await isThere()) === isInFrame) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`12 presses of Tab do not lead ${isInFrame ? 'into' : 'out of'} the frame.`)
}

/** Pays on the bank's page, which reports success. The bank hasn't settled the payment yet. */
async function payByKeyboard(page: Page, language: Language): Promise<void> {
  const text = labels[language]
  await pressOn(page, page.getByRole('button', { name: text.pay }))
  const dialog = page.getByRole('dialog', { name: text.payment })
  await expect(dialog.getByText(t(language, 'payment:hint'))).toBeVisible()
  const bank = bankPage(page, language)
  await expect(bank.getByRole('button', { name: text.bankPay })).toBeVisible()
  await tabUntil(page, true)
  await tabUntil(page, false)
  // Tab leaves the frame into the dialog, not behind it.
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await tabTo(page, bank.getByRole('button', { name: text.bankPay }))
  await page.keyboard.press('Enter')
  await expect(bank.locator('body')).toHaveText(text.orderOk)
  await expect(dialog.getByText(text.canCloseBank)).toBeVisible()
  await pressOn(page, dialog.getByRole('button', { name: text.close }))
  await expect(dialog).toBeHidden()
  await expect(page.getByText(text.confirming).first()).toBeVisible()
  await expectAttempt(page, text.payConfirming)
}

async function startByKeyboard(page: Page, language: Language): Promise<void> {
  const text = labels[language]
  await pressOn(page, page.getByRole('button', { name: text.startExam }))
  const question = page.getByRole('alertdialog', { name: text.startExamTitle })
  const start = question.getByRole('button', { name: text.startDay })
  await pressOn(page, start)
  await expect(question, 'nothing starts without the confirmation').toBeVisible()
  const confirmation = question.getByRole('checkbox', { name: t(language, 'exam:start.understand') })
  await pressOn(page, confirmation, 'Space')
  await pressOn(page, start)
}

/** Solves the next required task; its lab keeps running. */
async function solveRequired(page: Page, platform: Platform, language: Language): Promise<void> {
  await page
    .getByRole('link', { name: matching(language, ['groups:next.short', 'groups:next.anyNamed']) })
    .click()
  await expect(page).toHaveURL(/\/group\/5\/task\/\d+/)
  const task = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])
  await startLab(page, platform, language)
  const [flag = ''] = platform.getFlags('candidate', paidExam.group, task)
  await typeInto(page, flagField(page, language), flag)
  await page.keyboard.press('Enter')
  await expectSolved(page, language)
}

for (const language of inTurn('en')) {
  const text = labels[language]

  test(`H01 H08 A11Y-05 A11Y-06 a one-day exam is paid and started by the keyboard, taken and passed (${language})`, async ({
    page,
    platform,
  }) => {
    await openExam(page, platform, paidExam.address, language)
    await pressOn(page, page.getByRole('button', { name: text.requestAnother }))
    await expectAttempt(page, text.needPay)
    await payByKeyboard(page, language)
    platform.advanceClock(BANK_DELAY_MS)
    // The page checks by itself too, and may be first.
    const check = page.getByRole('button', { name: text.checkPayment })
    if (await check.isVisible()) await pressOn(page, check).catch(() => {})
    await expectAttempt(page, text.payed)

    await startByKeyboard(page, language)
    await expectAttempt(page, text.running)
    const difference = async () => Math.abs((await shownSeconds(page, language)) - secondsLeft(platform))
    await expect.poll(difference).toBeLessThan(2)
    expect(await shownSeconds(page, language)).toBeGreaterThan(86_390)
    await solveRequired(page, platform, language)
    await examBar(page, language).getByRole('link').click()
    const running = attemptCard(page, text.running)
    await expect(examBar(page, language), 'one clock').toBeHidden()
    await expect(running.getByText(text.labEndsFirst)).toBeVisible()
    await expect(running.getByRole('link', { name: t(language, 'exam:cockpit.labGo') })).toBeVisible()
    await expect(
      running.getByText(t(language, 'exam:figure.of', { total: 6 }), { exact: true }),
    ).toBeVisible()

    passUntil(platform, 4)
    await comeBackTo(page, fewLeft(page, language))
    // The server decides: until it responds, nothing is over.
    platform.fault('getGroup', { kind: 'delay', milliseconds: 2000 }, 5)
    await expect(examTimer(page, language)).toHaveText('0:00:00')
    await expect(running.getByText(t(language, 'exam:cockpit.over'))).toBeVisible()
    await expectAttempt(page, text.running)
    await expectAttempt(page, text.timeOver)
    platform.clearFaults()
    await expect(page.locator('[data-announcer]')).toContainText(text.timeOver)
    await expect(examTimer(page, language)).toBeHidden()

    platform.advanceClock(61_000)
    await refreshTo(page, language, text.needReport)
    const due = platform.attempt('candidate', paidExam.group)?.report_deadline
    const clockTime = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
    await expect(attemptCard(page, text.needReport)).toContainText(
      `${await format(page, language, due, { ...day, ...clockTime })} ${language === 'ru' ? 'МСК' : 'MSK'}`,
    )

    platform.exam('candidate', paidExam.group, { sendReport: true })
    await refreshTo(page, language, text.checking)
    const review = platform.attempt('candidate', paidExam.group)?.review_due
    const result = attemptCard(page, text.checking).getByText(matching(language, 'exam:fact.resultBy'))
    await expect(result).toContainText(
      await format(page, language, review, { day: 'numeric', month: 'long' }),
    )
    platform.exam('candidate', paidExam.group, { accept: 87 })
    await refreshTo(page, language, text.completed)
    await expect(attemptCard(page, text.completed).getByText('87', { exact: true })).toBeVisible()
    expect(platform.countCalls('requestAttempt'), 'one attempt').toBe(1)
    expect(platform.countCalls('startAttempt'), 'one start').toBe(1)
  })
}

/** How long a page may take after its time has passed, before more passes. */
const soon = { timeout: 500 }

/** Opens the feedback by one press: the message names the attempt and its status, and the log is attached. */
async function openHelp(page: Page, language: Language): Promise<Locator> {
  await pressOn(page, page.getByRole('button', { name: t(language, 'ledger:help.open') }))
  const dialog = page.getByRole('dialog', { name: labels[language].feedback })
  const message = dialog.getByRole('textbox', { name: labels[language].feedbackMessage })
  await expect(message).toBeFocused()
  const status = t(language, 'exam:headline.exam_started')
  await expect(message).toHaveValue(matching(language, 'ledger:help.message', { id: 2, status }))
  await expect(dialog.getByText('flagship-exam-2-connection')).toBeVisible()
  return dialog
}

for (const language of inTurn('ru')) {
  const text = labels[language]

  test(`E12 E14 without a connection the feedback opens, and later brings the log of the gap, by keyboard (${language})`, async ({
    page,
    context,
    platform,
    settle,
    tripwires,
  }) => {
    tripwires.allowConsole(/ERR_INTERNET_DISCONNECTED/)
    await platform.reset({ scenario: 'examRunning' })
    await page.clock.install()
    let isPreloaded = false
    page.on('request', request => {
      isPreloaded ||= /\/assets\/feedback-panel-/.test(request.url())
    })
    await openExam(page, platform, paidExam.address, language)
    // What an outage may need is loaded when the network has been quiet, at the latest after 15 s.
    await passTimeUntil(page, 5000, () => expect.poll(() => isPreloaded, soon).toBe(true))
    await settle(page)
    const log = page.getByRole('region', { name: t(language, 'ledger:title') })
    await context.setOffline(true)
    // Two calls that fail, five seconds apart, are a gap.
    const gap = log.getByText(matching(language, 'ledger:summary.gaps', { count: 1 }))
    await passTimeUntil(page, 6000, () => expect(gap).toBeVisible(soon))
    await expect(page.getByRole('button', { name: t(language, 'examBar:cut.check') })).toBeVisible()
    await checkA11yAndLayout(page, `an exam without a connection in ${language}`)
    const offline = await openHelp(page, language)
    await page.keyboard.press('Escape')
    await expect(offline).toBeHidden()
    await context.setOffline(false)
    // A poll that fails during the switch is repeated up to half a minute later.
    const lost = page.getByRole('region', { name: text.connectionLost })
    await passTimeUntil(page, 2000, () => expect(lost).toBeHidden(soon))
    const dialog = await openHelp(page, language)
    const [sent] = await Promise.all([
      page.waitForRequest(/\/api\/feedback$/),
      page.keyboard.press('ControlOrMeta+Enter'),
    ])
    await expect(dialog.getByText(text.feedbackSent)).toBeVisible()
    expect(sent.postDataBuffer()?.toString()).toContain(`| ${t(language, 'ledger:row.gap')}\n`)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    expect(platform.feedback(), 'one message').toHaveLength(1)
  })
}

async function addFrame(page: Page, path: string, sandbox?: string): Promise<void> {
  await page.evaluate(
    ([src, limits]) => {
      const frame = document.createElement('iframe')
      if (limits !== undefined) frame.setAttribute('sandbox', limits)
      // At the top: below the window a frame of another process does nothing when idle.
      document.body.prepend(Object.assign(frame, { src }))
    },
    [path, sandbox] as const,
  )
}

/** Whether the application has taken over the pre-rendered page. Runs in the page. */
const isRendered = () =>
  Object.keys(document.getElementById('root') ?? {}).some(key => key.startsWith('__react'))

/** Records every text of the exam's countdown, from now on. */
const recordCountdown = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = []
    Object.assign(window, { countdownTexts: texts })
    const note = () => {
      const text = document.querySelector('[role="timer"]')?.textContent
      if (text && text !== texts.at(-1)) texts.push(text)
    }
    note()
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
  })

const getCountdown = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { countdownTexts: string[] }).countdownTexts)

const toSeconds = (text: string): number => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

test('E16 two devices and three tabs before servers that are two hours apart show no wrong time left', async ({
  page,
  context,
  browser,
  platform,
}) => {
  await platform.reset({ scenario: 'examRunning' })
  const otherDevice = await browser.newContext({ baseURL: platform.url })
  const tabs = [page, await context.newPage(), await otherDevice.newPage()]
  let aheadMs = 0
  for (const [at, tab] of tabs.entries()) {
    if (at === 1) await tab.goto(paidExam.address)
    else await openExam(tab, platform, paidExam.address)
    await expect(examTimer(tab, 'ru')).toHaveText(/^\d/)
    await tab.route('**/api/**', async route => {
      const response = await route.fetch()
      const date = new Date(Date.parse(response.headers().date ?? '') + aheadMs).toUTCString()
      await route.fulfill({ response, headers: { ...response.headers(), date } })
    })
    await recordCountdown(tab)
  }
  // One server after the other answers, as the candidate comes back to each tab.
  for (let round = 0; round < 4; round++) {
    aheadMs = round % 2 === 0 ? 7_200_000 : 0
    for (const tab of tabs) {
      // A recent answer counts as fresh.
      await expect(async () => {
        const answer = tab.waitForResponse(/\/api\/groups\/5$/, { timeout: 1100 })
        await setVisible(tab, true)
        await answer
      }).toPass()
    }
  }
  for (const tab of tabs) {
    await expect(examTimer(tab, 'ru')).toHaveText('–')
    const left = secondsLeft(platform)
    for (const text of await getCountdown(tab))
      if (text !== '–') expect(Math.abs(toSeconds(text) - left), text).toBeLessThan(120)
  }
  await otherDevice.close()
})

for (const [path, sentence] of [
  ['/order/ok', labels.ru.orderOk],
  ['/order/fail', labels.ru.orderFail],
] as const)
  test(`F01 F02 F03 ${path} redirects home outside of a frame; in one, sandboxed or not, it shows only its sentence`, async ({
    page,
    settle,
    tripwires,
  }) => {
    // The console reports denied storage in a sandboxed frame; no error may be thrown.
    tripwires.allowConsole(/origin "?null"?|'null'/)
    const calls: string[] = []
    page.on('request', request => {
      if (request.frame() !== page.mainFrame() && request.url().includes('/api/')) calls.push(request.url())
    })
    await signInByApi(page, 'student')
    for (const sandbox of [undefined, 'allow-scripts']) {
      await page.goto('/contacts')
      await addFrame(page, path, sandbox)
      const framed = page.frameLocator('iframe').locator('body')
      await expect(framed).toHaveText(sentence)
      await expect.poll(() => framed.evaluate(isRendered), 'the application has started').toBe(true)
      await settle(page)
      await expect(framed).toHaveText(sentence)
      expect(calls).toEqual([])
    }
    await page.goto(path)
    await expect(page).toHaveURL(/:\d+\/$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
