import { createHash } from 'node:crypto'
import { expect, type Locator, type Page, type Request } from '@playwright/test'
import type { Fault } from '../mocks/platform/faults'
import { accountWords } from './account-words'
import { examine } from './examine'
import { tabTo } from './keyboard'
import { signIn, speak } from './people'
import { test } from './platform'
import { type Language, languages } from './words'

const megabyte = 1024 * 1024
const pastAccess = 10 * 60_000

function report(bytes: number, name = 'report.pdf', mimeType = 'application/pdf') {
  return { name, mimeType, buffer: Buffer.alloc(bytes, 'flagship') }
}

/** Opens the dialog by the keyboard; the message has the focus then. */
async function openFeedback(page: Page, language: Language): Promise<Locator> {
  const text = accountWords[language]
  await tabTo(page, page.getByRole('button', { name: text.feedback }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: text.feedback })
  await expect(dialog.getByRole('textbox', { name: text.message })).toBeFocused()
  return dialog
}

/** Chooses a file as a person does by the keyboard: the system's own window opens. */
async function chooseFile(page: Page, dialog: Locator, language: Language, bytes: number): Promise<void> {
  // Awaited from before the way to the button: the browser needs a moment to hand its dialogs over.
  const chosen = page.waitForEvent('filechooser', { timeout: 20_000 })
  await tabTo(page, dialog.getByRole('button', { name: accountWords[language].chooseFile }))
  await page.keyboard.press('Enter')
  const chooser = await chosen
  await chooser.setFiles(report(bytes))
  await expect(dialog.getByRole('button', { name: accountWords[language].removeFile })).toBeVisible()
}

/** Drops files on the dialog, made in the page itself. */
async function drop(dialog: Locator, files: { name: string; bytes: number }[]): Promise<void> {
  await dialog.evaluate((target, wanted) => {
    const dataTransfer = new DataTransfer()
    for (const { name, bytes } of wanted) dataTransfer.items.add(new File([new Uint8Array(bytes)], name))
    target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, files)
}

function draftOf(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('FeedBack'))
}

function digestOf(request: Request): string {
  const body = request.postDataBuffer()
  if (!body) throw new Error('The browser shows no body of the request.')
  return createHash('sha256').update(body).digest('hex')
}

/** An upload of some five megabytes takes a few seconds, as from home. */
async function slowUpload(page: Page): Promise<void> {
  const debugging = await page.context().newCDPSession(page)
  await debugging.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 2 * megabyte,
  })
}

// What is not about words is shown in one of the languages.
for (const language of languages) {
  const text = accountWords[language]

  test(`A11 a file of 4.9 MB goes twice with the same bytes through an expired token (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    test.setTimeout(120_000)
    tripwires.allowConsole(/status of 40[13]/)
    await speak(context, language, platform.url)
    await signIn(page, 'student', language)
    const bytes = Math.floor(4.9 * megabyte)
    const dialog = await openFeedback(page, language)
    await examine(page, `empty feedback, ${language}`)
    await page.keyboard.type('Шлюпка течёт: 50 % 👍')
    await expect.poll(() => draftOf(page)).toBe('Шлюпка течёт: 50 % 👍')
    await chooseFile(page, dialog, language, bytes)
    await examine(page, `feedback with a file, ${language}`)

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
    await examine(page, `sent feedback, ${language}`)

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

  if (language === 'ru')
    test(`a message that is not sent outlives a reload, in ${language}`, async ({
      page,
      context,
      platform,
      tripwires,
    }) => {
      tripwires.allowConsole(/status of 403/)
      await speak(context, language, platform.url)
      await signIn(page, 'student', language)
      await openFeedback(page, language)
      await page.keyboard.type('Ещё не всё')
      // At once: what was typed within the pause of the draft is stored when the page goes.
      await page.reload()
      const dialog = await openFeedback(page, language)
      await expect(dialog.getByRole('textbox', { name: text.message })).toHaveValue('Ещё не всё')
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('button', { name: text.feedback })).toBeFocused()
      expect(await draftOf(page)).toBe('Ещё не всё')
      expect(platform.feedback()).toEqual([])
    })

  const failures: [name: string, fault: Fault | null, words: string | RegExp][] = [
    ['413', { kind: 'status', status: 413, detail: 'file is too large' }, text.tooLarge],
    ['500', { kind: 'status', status: 500 }, text.serverError],
    ['a broken connection', null, text.noAnswer],
  ]
  if (language === 'en')
    test(`U05 a message that meets a failure keeps its text and file, and goes when sent again, in ${language}`, async ({
      page,
      context,
      platform,
      tripwires,
    }) => {
      test.setTimeout(90_000)
      tripwires.allowConsole(/Failed to load resource/)
      await speak(context, language, platform.url)
      await signIn(page, 'student', language)
      const dialog = await openFeedback(page, language)
      const field = dialog.getByRole('textbox', { name: text.message })
      const send = dialog.getByRole('button', { name: text.send, exact: true })
      const isKept = async () => {
        await expect(field).toHaveValue('Не теряйте меня')
        await expect(dialog.getByRole('button', { name: text.removeFile })).toBeVisible()
        expect(platform.feedback()).toEqual([])
      }
      await page.keyboard.type('Не теряйте меня')
      await chooseFile(page, dialog, language, 2000)
      for (const [name, fault, words] of failures) {
        if (fault) platform.fault('sendFeedback', fault)
        else await page.route('**/api/feedback', route => route.abort('connectionreset'), { times: 1 })
        await send.press('Enter')
        await expect(dialog.getByRole('alert').filter({ hasText: words }), name).toBeVisible()
        await isKept()
      }
      await examine(page, `feedback that met a broken connection, ${language}`)

      await context.setOffline(true)
      await expect(send).toHaveAccessibleDescription(text.noConnection)
      await send.press('Enter')
      await isKept()
      await context.setOffline(false)
      await expect(send).not.toHaveAccessibleDescription(text.noConnection)
      await isKept()
      await send.press('Enter')
      await expect(dialog.getByText(text.sent)).toBeVisible()
      expect(platform.feedback()).toEqual([
        { text: 'Не теряйте меня', file: { name: 'report.pdf', size: 2000 } },
      ])
    })

  if (language === 'ru')
    test(`U01, U02 a dropped file that is too large or of another kind is refused in words, in ${language}`, async ({
      page,
      context,
      platform,
      tripwires,
    }) => {
      tripwires.allowConsole(/status of 403/)
      await speak(context, language, platform.url)
      await signIn(page, 'student', language)
      const dialog = await openFeedback(page, language)
      const remove = dialog.getByRole('button', { name: text.removeFile })
      await drop(dialog, [{ name: 'report.pdf', bytes: 5 * megabyte + 1 }])
      await expect(dialog.getByRole('alert').filter({ hasText: text.tooLarge })).toBeVisible()
      await expect(remove).toHaveCount(0)
      await drop(dialog, [{ name: 'report.pdf.exe', bytes: 10 }])
      await expect(dialog.getByRole('alert').filter({ hasText: text.wrongType })).toBeVisible()
      await expect(remove).toHaveCount(0)
      await examine(page, `feedback with a refused file, ${language}`)
      await drop(dialog, [{ name: 'report.pdf', bytes: 5 * megabyte }])
      await expect(remove).toBeVisible()
      await expect(dialog.getByRole('alert').filter({ hasText: text.wrongType })).toHaveCount(0)
    })
}
