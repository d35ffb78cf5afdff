import { expect, type Page } from '@playwright/test'
import { accountLabels } from './account-labels'
import { openMenu } from './account-steps'
import type { Language } from './messages'
import type { Screen } from './routes'

/** The page behind a menu or a dialog. */
const path = '/groups'

async function editName(page: Page, language: Language): Promise<void> {
  const text = accountLabels[language]
  const menu = await openMenu(page, language)
  await menu.getByRole('button', { name: text.editUsername }).click()
  await menu.getByRole('textbox', { name: text.username }).fill('admin')
  await page.keyboard.press('Enter')
  await expect(menu.getByText(text.taken)).toBeVisible()
}

async function editPassword(page: Page, language: Language): Promise<void> {
  const text = accountLabels[language]
  const menu = await openMenu(page, language)
  await menu.getByRole('button', { name: text.changePassword }).click()
  await menu.getByRole('textbox', { name: text.newPassword, exact: true }).fill('gora-reka-41')
  await menu.getByRole('textbox', { name: text.repeatPassword }).fill('gora-reka-14')
  await page.keyboard.press('Enter')
  await expect(menu.getByText(text.mismatch)).toBeVisible()
}

async function openFeedback(page: Page, language: Language) {
  const text = accountLabels[language]
  await page.getByRole('button', { name: text.feedback }).click()
  const dialog = page.getByRole('dialog', { name: text.feedback })
  await expect(dialog.getByRole('textbox')).toBeVisible()
  return dialog
}

/** A message near its length limit, and a file with a long name. */
async function writeFeedback(page: Page, language: Language) {
  const text = accountLabels[language]
  const dialog = await openFeedback(page, language)
  await dialog.getByRole('textbox').fill('Стенд не отвечает. '.repeat(76))
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: text.chooseFile }).click(),
  ])
  await chooser.setFiles({
    name: `${'отчёт-о-лабораторной-'.repeat(6)}работе.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(4_900_000),
  })
  return dialog
}

/** The profile menu, its dialogs and the banners above the pages. */
export const screensOfAccount: Screen[] = [
  {
    name: 'menu',
    path,
    persona: 'student',
    prepare: async (page, { language }) => void (await openMenu(page, language)),
  },
  {
    name: 'menu-unverified',
    path,
    persona: 'newcomer',
    prepare: async (page, { language }) => void (await openMenu(page, language)),
  },
  {
    name: 'menu-lms',
    path,
    persona: 'lms',
    prepare: async (page, { language }) => void (await openMenu(page, language)),
  },
  {
    name: 'username-taken',
    path,
    persona: 'student',
    prepare: (page, { language }) => editName(page, language),
  },
  {
    name: 'password-mismatch',
    path,
    persona: 'student',
    prepare: (page, { language }) => editPassword(page, language),
  },
  {
    name: 'vpn-refused',
    path,
    persona: 'newcomer',
    prepare: async (page, { language }) => {
      const text = accountLabels[language]
      const menu = await openMenu(page, language)
      await menu.getByRole('button', { name: text.vpn }).click()
      await expect(menu.getByRole('alert').filter({ hasText: text.confirmFirst })).toBeVisible()
    },
  },
  {
    name: 'feedback',
    path,
    persona: 'student',
    prepare: async (page, { language }) => void (await openFeedback(page, language)),
  },
  {
    name: 'feedback-file',
    path,
    persona: 'student',
    prepare: async (page, { language }) => void (await writeFeedback(page, language)),
  },
  {
    name: 'feedback-failed',
    path,
    persona: 'student',
    prepare: async (page, { language, platform }) => {
      const text = accountLabels[language]
      const dialog = await writeFeedback(page, language)
      platform.fault('sendFeedback', { kind: 'status', status: 500 })
      await dialog.getByRole('button', { name: text.send, exact: true }).click()
      await expect(dialog.getByText(text.serverError)).toBeVisible()
    },
  },
  {
    name: 'feedback-sent',
    path,
    persona: 'student',
    prepare: async (page, { language }) => {
      const text = accountLabels[language]
      const dialog = await openFeedback(page, language)
      await dialog.getByRole('textbox').fill('Спасибо!')
      await dialog.getByRole('button', { name: text.send, exact: true }).click()
      await expect(dialog.getByText(text.sent)).toBeVisible()
    },
  },
  {
    name: 'logout',
    path,
    persona: 'student',
    prepare: async (page, { language }) => {
      const text = accountLabels[language]
      await page.evaluate(() => localStorage.setItem('FeedBack', 'Черновик'))
      const menu = await openMenu(page, language)
      await menu.getByRole('button', { name: text.logout, exact: true }).click()
      await expect(page.getByRole('alertdialog', { name: text.logoutTitle })).toBeVisible()
    },
  },
  {
    name: 'shortcuts',
    path: '/group/1/task/102',
    persona: 'student',
    prepare: async (page, { language }) => {
      await page.getByRole('button', { name: accountLabels[language].shortcuts }).click()
      await expect(page.getByRole('dialog', { name: accountLabels[language].shortcuts })).toBeVisible()
    },
  },
  {
    name: 'offline',
    path: '/group/1/task/101',
    persona: 'student',
    prepare: async (page, { text }) => {
      await page.context().setOffline(true)
      await expect(page.getByText(text.offlineBanner)).toBeVisible()
    },
  },
  {
    name: 'verify-email-sent',
    path,
    persona: 'newcomer',
    prepare: async (page, { language }) => {
      const banner = page.getByRole('region', { name: accountLabels[language].unverified })
      await banner.getByRole('button', { name: accountLabels[language].sendLetter }).click()
      await expect(banner.getByText(accountLabels[language].letterSent)).toBeVisible()
    },
  },
]
