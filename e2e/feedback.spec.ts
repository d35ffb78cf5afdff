import { createHash } from 'node:crypto'
import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { accountLabels } from './account-labels'
import { checkA11yAndLayout } from './check-page'
import { tabTo } from './keyboard'
import { type Language, languages } from './messages'
import { test } from './platform'
import { setLanguage, signIn } from './users'

const megabyte = 1024 * 1024
const pastAccess = 10 * 60_000

function report(bytes: number, name = 'report.pdf', mimeType = 'application/pdf') {
  return { name, mimeType, buffer: Buffer.alloc(bytes, 'flagship') }
}

/** Opens the dialog by the keyboard; the message field has the focus. */
async function openFeedback(page: Page, language: Language): Promise<Locator> {
  const text = accountLabels[language]
  await tabTo(page, page.getByRole('button', { name: text.feedback }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: text.feedback })
  await expect(dialog.getByRole('textbox', { name: text.message })).toBeFocused()
  return dialog
}

/** Chooses a file by the keyboard, through the system's file dialog. */
async function chooseFile(page: Page, dialog: Locator, language: Language, bytes: number): Promise<void> {
  // Registered early: the browser needs a moment to intercept file dialogs.
  const chosen = page.waitForEvent('filechooser', { timeout: 20_000 })
  await tabTo(page, dialog.getByRole('button', { name: accountLabels[language].chooseFile }))
  await page.keyboard.press('Enter')
  const chooser = await chosen
  await chooser.setFiles(report(bytes))
  await expect(dialog.getByRole('button', { name: accountLabels[language].removeFile })).toBeVisible()
}

function draftOf(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('FeedBack'))
}

function digestOf(request: Request): string {
  const body = request.postDataBuffer()
  if (!body) throw new Error('The browser shows no body of the request.')
  return createHash('sha256').update(body).digest('hex')
}

/** The upload takes more than a second, so that its progress is seen. */
async function slowUpload(page: Page): Promise<void> {
  const debugging = await page.context().newCDPSession(page)
  await debugging.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 4 * megabyte,
  })
}

for (const language of languages) {
  const text = accountLabels[language]

  test(`A11 a file of 4.9 MB is sent again with the same bytes after a token refresh (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    test.setTimeout(120_000)
    tripwires.allowConsole(/status of 40[13]/)
    await setLanguage(context, language, platform.url)
    await signIn(page, 'student', language)
    const bytes = Math.floor(4.9 * megabyte)
    const dialog = await openFeedback(page, language)
    await checkA11yAndLayout(page, `empty feedback, ${language}`)
    await page.keyboard.type('Шлюпка течёт: 50 % 👍')
    await expect.poll(() => draftOf(page)).toBe('Шлюпка течёт: 50 % 👍')
    await chooseFile(page, dialog, language, bytes)
    await checkA11yAndLayout(page, `feedback with a file, ${language}`)

    await slowUpload(page)
    platform.advanceClock(pastAccess)
    platform.clearJournal()
    const sent: Request[] = []
    page.on('request', request => {
      if (request.url().endsWith('/api/feedback')) sent.push(request)
    })
    await tabTo(page, dialog.getByRole('button', { name: text.send, exact: true }))
    await page.keyboard.press('Enter')
    const progress = dialog.getByRole('progressbar', { name: text.sending })
    await expect(progress).toHaveAttribute('aria-valuetext', /\S+\s\S+ (из|of) 4[.,]9\s/, { timeout: 15_000 })
    await expect(dialog.getByText(text.sent)).toBeVisible({ timeout: 30_000 })
    await expect(dialog.getByRole('button', { name: text.done })).toBeFocused()
    await checkA11yAndLayout(page, `sent feedback, ${language}`)

    const calls = platform.journal().filter(({ operationId }) => operationId === 'sendFeedback')
    expect(calls.map(({ status }) => status)).toEqual([401, 204])
    const [first, second] = calls.map(({ headers }) => [headers['content-type'], headers['content-length']])
    expect(first?.[0]).toMatch(/^multipart\/form-data; ?boundary=/)
    expect(Number(first?.[1])).toBeGreaterThan(bytes)
    expect(second).toEqual(first)
    expect(sent.map(digestOf)).toEqual([digestOf(sent[0] as Request), digestOf(sent[0] as Request)])
    expect(platform.feedback()).toEqual([
      { text: 'Шлюпка течёт: 50 % 👍', file: { name: 'report.pdf', size: bytes } },
    ])
    expect(await draftOf(page)).toBeNull()

    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: text.feedback })).toBeFocused()
  })
}
