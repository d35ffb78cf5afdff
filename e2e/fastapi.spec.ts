import { expect } from '@playwright/test'
import { startMockServer } from '../mocks/server/start'
import { accountWords } from './account-words'
import {
  bankThinks,
  examBar,
  examTimer,
  examWordsOf,
  expectAttempt,
  openBank,
  openExam,
  paidExam,
} from './exam-steps'
import { type FastapiStyle, startFastapiStyle } from './fastapi-style'
import { type Nginx, startNginx } from './nginx'
import { fillLogin, logIn } from './people'
import { test as base, controlsOf, type Platform } from './platform'
import { awaitPrompt, findFlag, insideTasks, labPanel, startLab } from './task-steps'
import { words } from './words'

/** A journey before a backend that answers as FastAPI does by default, behind nginx as deploy/README describes it. */
const test = base.extend<
  object,
  { backend: { api: FastapiStyle; nginx: Nginx; platform: Platform }; platform: Platform }
>({
  backend: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first parameter.
    async ({}, use) => {
      const mock = await startMockServer()
      const api = await startFastapiStyle(mock.url)
      const nginx = await startNginx({ apiUrl: api.url, paymentOrigins: [mock.url] })
      await use({ api, nginx, platform: controlsOf(nginx.url, mock) })
      await nginx.close()
      await api.close()
      await mock.close()
    },
    { scope: 'worker' },
  ],
  platform: [({ backend }, use) => use(backend.platform), { scope: 'worker' }],
})

const text = examWordsOf('ru')
const style = 'nulls, 100.0, redirects to the slash with the inner host, unknown fields, lists in 422'

test.beforeEach(({ backend, tripwires }) => {
  backend.api.sendNaiveTimes(false)
  // The browser names each refusal, also that of a group that has not begun.
  tripwires.allowConsole(/status of 4(01|03|09|22)/)
})

test(`FastAPI style (${style}): sign in, group, task, lab with its terminal, a wrong and the right flag`, async ({
  page,
  platform,
  backend,
}) => {
  const { group, task, address } = insideTasks.ru
  await page.goto(`/group/${group}`)
  await fillLogin(page, 'student')
  await page.locator(`a[href="${address}"]`).first().click()
  await startLab(page, platform, 'ru')
  await page.getByRole('button', { name: text.openTerminal }).click()
  await awaitPrompt(page, 'ru')
  const flag = await findFlag(page, insideTasks.ru)
  expect([flag]).toEqual(platform.flagsOf('student', group, task))
  const field = page.getByRole('textbox', { name: text.flag, exact: true })
  await field.fill('flag{not_this_one}')
  await field.press('Enter')
  await expect(page.getByText(text.wrongFlag).first()).toBeVisible()
  await field.fill(flag)
  await field.press('Enter')
  await expect(page.getByText(text.rightFlag).first()).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: words.ru.myEducation }).click()
  await expect(page).toHaveURL(/\/groups$/)
  await expect(page.locator('main')).not.toContainText(/null|undefined|NaN|\.0\b/)
  // The browser followed each redirect on the site itself: the tripwires saw no other host.
  expect(backend.api.redirected()).toEqual(
    expect.arrayContaining([
      'POST /api/auth/login',
      `GET /api/groups/${group}/tasks/${task}`,
      'POST /api/deploy',
      'POST /api/pass_flag',
    ]),
  )
})

test(`FastAPI style (${style}): an exam is requested, paid and started; naive times are unknown, not wrong`, async ({
  page,
  platform,
  backend,
  tripwires,
}) => {
  platform.setting({ bankOrigin: platform.bankUrl })
  tripwires.allowForeign(new RegExp(`^${platform.bankUrl}/mock-bank/`))
  await openExam(page, platform, paidExam)
  await page.getByRole('button', { name: text.requestAnother }).click()
  await expectAttempt(page, text.needPay)
  const bank = await openBank(page, 'ru', text.pay)
  await bank.getByRole('button', { name: text.bankPay }).click()
  await expect(page.getByRole('dialog', { name: text.payment }).getByText(text.orderOk)).toBeVisible()
  platform.advanceClock(bankThinks)
  await expectAttempt(page, text.payed)
  await page.getByRole('button', { name: text.start }).click()
  const question = page.getByRole('alertdialog', { name: text.startQuestion })
  await question.getByRole('checkbox', { name: text.understand }).check()
  await question.getByRole('button', { name: text.startDay }).click()
  await expectAttempt(page, text.running)
  await expect(examTimer(page, 'ru')).toHaveText(/^2[34]:\d\d:\d\d$/)

  backend.api.sendNaiveTimes(true)
  await page.reload()
  await expectAttempt(page, text.running)
  await expect(examTimer(page, 'ru')).toHaveText('–')
  await expect(examBar(page, 'ru').getByText('Время окончания неизвестно').last()).toBeVisible()
  await expect(
    page.getByText('Когда закончится экзамен, узнать не удалось: спросите организатора.'),
  ).toBeVisible()
  await page.goto('/group/5/task/501')
  await startLab(page, platform, 'ru')
  await expect(labPanel(page, 'ru').getByText(/^Когда лаборатория остановится, неизвестно/)).toBeVisible()
  await expect(labPanel(page, 'ru').getByRole('timer')).toHaveCount(0)
})

test(`FastAPI style (${style}): feedback with a file of 3 MB, and a name that is refused`, async ({
  page,
  platform,
  backend,
}) => {
  const own = accountWords.ru
  await logIn(page, 'student')
  await page.getByRole('button', { name: own.feedback }).click()
  const dialog = page.getByRole('dialog', { name: own.feedback })
  await dialog.getByRole('textbox', { name: own.message }).fill('Шлюпка течёт')
  const chosen = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: own.chooseFile }).click()
  const buffer = Buffer.alloc(3 * 1024 * 1024, 'flagship')
  await (await chosen).setFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer })
  await dialog.getByRole('button', { name: own.send, exact: true }).click()
  await expect(dialog.getByText(own.sent)).toBeVisible()
  expect(platform.feedback()).toEqual([
    { text: 'Шлюпка течёт', file: { name: 'report.pdf', size: buffer.length } },
  ])
  expect(backend.api.redirected()).toContain('POST /api/feedback')
  await dialog.getByRole('button', { name: own.done }).click()

  const issue = {
    loc: ['body', 'new_username'],
    msg: 'String should match pattern',
    type: 'string_pattern_mismatch',
  }
  platform.fault('updateUsername', { kind: 'body', status: 422, body: { detail: [issue] } })
  await page.getByRole('button', { name: own.menu }).click()
  await page.getByRole('button', { name: own.editUsername }).click()
  const field = page.getByRole('textbox', { name: own.username })
  await field.fill('kapitan_42')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/Сервер не принял это значение/)
  await field.press('Enter')
  await expect(page.getByText(own.saved).first()).toBeVisible()
})
