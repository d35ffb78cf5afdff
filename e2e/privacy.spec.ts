import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Page, type Request } from '@playwright/test'
import { storageRegistry } from '../src/lib/storage'
import { getHistory } from './browser'
import { labels } from './labels'
import { t } from './messages'
import { test } from './platform'
import { createScreenContext } from './screen'
import { shareProfile } from './screens'
import { fillLogin, logOut, personaPassword, signIn } from './users'

const text = labels.ru

const typed = { flag: 'flag{marked_5f1c9a}', newPassword: 'marked-gora-reka-41' }
const resetToken = 'reset-demo-token'
/** The invite of a group that the student has not joined. */
const inviteCode = 'EXAM-ANALYST'

/** Paths that contain a secret by design. */
const prescribed = [
  /^\/new-password\?token=/,
  /^\/profile\/[^?]+$/,
  /^\/api\/user\/profile\/by_shared_link\/[^?]+$/,
  /^\/invite\/[^?]+$/,
  /^\/api\/auth\/invite\/[^?]+$/,
]

test('V01 S06 D07 tokens, passwords, flags and secret links stay where they belong', async ({
  page,
  context,
  platform,
  tripwires,
}) => {
  tripwires.allowConsole(/status of 4\d\d/)
  const seen: { where: string; what: string }[] = []
  const addresses: string[] = []
  const [rightFlag = ''] = platform.getFlags('student', 1, 101)
  const secrets = new Set([personaPassword, ...Object.values(typed), rightFlag, resetToken, inviteCode])
  expect(rightFlag.length).toBeGreaterThan(8)
  context.on('request', request => {
    const { pathname, search } = new URL(request.url())
    addresses.push(`${pathname}${search}`)
    seen.push({ where: 'Referer', what: request.headers().referer ?? '' })
  })
  context.on('console', message => seen.push({ where: 'console', what: message.text() }))
  page.on('response', async response => {
    if (!/\/api\/auth\/(login|refresh)$/.test(response.url()) || !response.ok()) return
    const { access_token, refresh_token } = await response.json()
    for (const token of [access_token, refresh_token]) secrets.add(String(token))
  })
  /** The storage of the page at this point. */
  const lookAround = async () => {
    const stored = await page.evaluate(async () => ({
      title: document.title,
      state: JSON.stringify(history.state),
      // Unsent text is stored for its tab on purpose, until the logout.
      session: JSON.stringify(
        Object.entries(sessionStorage).filter(
          ([key]) => localStorage.getItem('token') === null || !key.startsWith('flagship.draft.'),
        ),
      ),
      databases: JSON.stringify(await indexedDB.databases()),
      local: Object.entries(localStorage),
    }))
    expect(stored.local.map(([key]) => key).filter(key => !Object.hasOwn(storageRegistry, key))).toEqual([])
    for (const where of ['title', 'state', 'session', 'databases'] as const)
      seen.push({ where, what: stored[where] })
    for (const [key, value] of stored.local) if (key !== 'token') seen.push({ where: key, what: value })
    for (const entry of await getHistory(page))
      if (!/\/(?:profile|invite)\/[^?]+$/.test(entry)) seen.push({ where: 'history', what: entry })
  }

  await page.goto(`/invite/${inviteCode}`)
  await expect(page.getByRole('heading', { level: 2, name: t('ru', 'invite:guest.title') })).toBeVisible()
  await lookAround()

  await page.goto('/login')
  await fillLogin(page, 'student')
  const menuButton = page.getByRole('button', { name: text.accountMenu })
  await expect(menuButton).toBeVisible()
  await page.goto('/group/1/task/101')
  for (const [flag, verdict] of [
    [typed.flag, text.wrongFlag],
    [rightFlag, text.rightFlag],
  ] as const) {
    await page.getByRole('textbox', { name: text.flag, exact: true }).fill(flag)
    await page.keyboard.press('Enter')
    await expect(page.getByText(verdict).first()).toBeVisible()
    await lookAround()
  }
  await menuButton.click()
  const vpn = page.getByRole('button', { name: text.vpn })
  const [download] = await Promise.all([page.waitForEvent('download'), vpn.click()])
  const [key = ''] = /^[0-9a-f]{64}$/m.exec(await readFile(await download.path(), 'utf8')) ?? []
  expect(key).not.toBe('')
  secrets.add(key)
  await lookAround()

  await page.goto('/competencies')
  const address = await shareProfile(createScreenContext(page, platform, 'ru'))
  const link = address.split('/').at(-1) ?? ''
  expect(link.length).toBeGreaterThan(8)
  secrets.add(link)
  await lookAround()
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/group/1/task/102')
  await page.getByRole('textbox', { name: text.flag, exact: true }).fill(typed.flag)
  await logOut(page)
  await lookAround()

  await page.goto(`/new-password?token=${resetToken}`)
  await page.getByRole('textbox', { name: text.newPassword, exact: true }).fill(typed.newPassword)
  await page.getByRole('textbox', { name: text.newPasswordAgain }).fill(typed.newPassword)
  await page.getByRole('button', { name: text.savePassword }).click()
  await expect(page.getByRole('heading', { name: t('ru', 'recovery:set.title') })).toBeVisible()
  await lookAround()

  // Seven known secrets, an access token and a refresh token.
  expect(secrets.size).toBeGreaterThanOrEqual(10)
  const isSecret = (what: string) =>
    [...secrets].some(secret => what.includes(secret) || what.includes(encodeURIComponent(secret)))
  expect(addresses.filter(one => isSecret(one) && !prescribed.some(form => form.test(one)))).toEqual([])
  expect(addresses.filter(isSecret).length, 'what is prescribed was met').toBeGreaterThan(1)
  expect(seen.filter(({ what }) => isSecret(what))).toEqual([])
})

/** What the dialog of the logout names, and settings of the device. */
const kept = ['flagship.examLedger', 'flagship.payment', 'flagship.taskMarks', 'FeedBack', 'flagship.user']
const isOfUser = (key: string) =>
  key in storageRegistry && storageRegistry[key as keyof typeof storageRegistry].isPerUser

const readStorages = (page: Page) =>
  page.evaluate(() => ({
    local: Object.entries(localStorage) as [string, string][],
    session: Object.entries(sessionStorage) as [string, string][],
  }))

const flagField = (page: Page) => page.getByRole('textbox', { name: text.flag, exact: true })

/** Leaves a typed flag, the list of sent ones, and everything else that a visit of a task stores. */
const useTask = async (page: Page) => {
  await page.goto('/group/1/task/101')
  await flagField(page).fill(typed.flag)
  await page.keyboard.press('Enter')
  await expect(page.getByText(text.wrongFlag).first()).toBeVisible()
  await flagField(page).fill(`${typed.flag}-unsent`)
}

const expectNothingOfStudent = async (page: Page) => {
  await expect
    .poll(async () =>
      (await readStorages(page)).session.filter(([key]) => /^flagship\.(?:draft|lms)\.1\./.test(key)),
    )
    .toEqual([])
  const { local, session } = await readStorages(page)
  expect(JSON.stringify([local, session])).not.toContain('marked')
}

test('V04 A20 a logout on one tab leaves nothing in another, but what the dialog names', async ({
  page,
  context,
  tripwires,
}) => {
  tripwires.allowConsole(/status of 401/)
  await signIn(page, 'student')
  await useTask(page)
  const other = await context.newPage()
  await other.goto('/groups')
  await logOut(other)
  await expect(page).toHaveURL(/\/login/)
  for (const tab of [page, other]) await expectNothingOfStudent(tab)
  const { local } = await readStorages(page)
  expect(local.filter(([key]) => isOfUser(key) && !kept.includes(key))).toEqual([])
})

test('A20 another user on a second tab leaves nothing of an expired session on the first', async ({
  page,
  context,
  platform,
  tripwires,
}) => {
  tripwires.allowConsole(/status of 401/)
  await signIn(page, 'student')
  await useTask(page)
  await page.evaluate(() => localStorage.setItem('FeedBack', 'marked draft'))
  platform.fault('refreshSession', { kind: 'status', status: 401, detail: 'Invalid refresh token' })
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
  // For the same user, who may sign in again.
  expect(JSON.stringify((await readStorages(page)).session)).toContain('marked')
  const other = await context.newPage()
  await signIn(other, 'admin')
  await expectNothingOfStudent(page)
  await expectNothingOfStudent(other)
})

test('A11 a file of 4.9 MB is sent again with the same bytes after a token refresh', async ({
  page,
  platform,
  settle,
  tripwires,
}) => {
  tripwires.allowConsole(/status of 40[13]/)
  await signIn(page, 'student')
  await page.getByRole('button', { name: text.feedback }).click()
  const dialog = page.getByRole('dialog', { name: text.feedback })
  await dialog.getByRole('textbox', { name: text.feedbackMessage }).fill('Шлюпка течёт: 50 % 👍')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: text.chooseFile }).click(),
  ])
  const size = Math.floor(4.9 * 1024 * 1024)
  const buffer = Buffer.alloc(size, 'flagship')
  await chooser.setFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer })
  await settle(page)
  platform.advanceClock(10 * 60_000)
  platform.clearJournal()
  const sent: Request[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/feedback')) sent.push(request)
  })
  await dialog.getByRole('button', { name: text.sendFeedback, exact: true }).click()
  await expect(dialog.getByText(text.feedbackSent)).toBeVisible()

  const calls = platform.journal().filter(({ operationId }) => operationId === 'sendFeedback')
  expect(calls.map(({ status }) => status)).toEqual([401, 200])
  const [first, second] = calls.map(({ headers }) => [headers['content-type'], headers['content-length']])
  expect(first?.[0]).toMatch(/^multipart\/form-data; ?boundary=/)
  expect(Number(first?.[1])).toBeGreaterThan(size)
  expect(second).toEqual(first)
  const digests = sent.map(request =>
    createHash('sha256')
      .update(request.postDataBuffer() ?? '')
      .digest('hex'),
  )
  expect(digests).toHaveLength(2)
  expect(digests[0]).toBe(digests[1])
  expect(platform.feedback()).toEqual([{ text: 'Шлюпка течёт: 50 % 👍', file: { name: 'report.pdf', size } }])
})
