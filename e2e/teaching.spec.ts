import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import Papa from 'papaparse'
import { pressOn, tabTo } from './browser'
import { paidExam } from './exam-steps'
import { type Language, like, t, toLabels } from './messages'
import { checkA11yAndLayout } from './page-checks'
import { inTurn, type Platform, test } from './platform'
import { labPanel } from './task-steps'
import { type Persona, setLanguage, signInByApi } from './users'

const category = 'Веб'

const labels = toLabels({
  invite: 'teaching:invite.open',
  hide: language => t(language, 'teaching:category.hideNamed', { category }),
  hidden: like('teaching:category.hidden', { category }),
  shown: like('teaching:category.shown', { category }),
  undo: 'teaching:category.undo',
  saveTable: 'leaderboard:table.save',
  help: 'ledger:help.open',
  message: like('feedback:message.label'),
  send: 'feedback:send',
  sent: 'feedback:sent',
  ready: 'exam:ready.title',
  vpnHelp: 'account:vpn.help',
  vpnTitle: 'vpn:title',
  vpnSystem: 'vpn:system',
  note: 'task:notes.label',
  later: 'task:notes.later',
  verify: 'verify:title',
  wrongAddress: 'verify:wrong.write',
})

async function open(
  page: Page,
  platform: Platform,
  { as, path, language }: { as: Exclude<Persona, 'lms'>; path: string; language: Language },
): Promise<void> {
  await setLanguage(page.context(), language, platform.url)
  await signInByApi(page, as)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

for (const language of inTurn('ru'))
  test(`a teacher invites a class, hides a category and undoes it, by keyboard (G17, ${language})`, async ({
    page,
    platform,
  }) => {
    await open(page, platform, { as: 'admin', path: '/group/1', language })
    await checkA11yAndLayout(page, `the group of an administrator in ${language}`)
    await pressOn(page, page.getByRole('button', { name: labels[language].invite }))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('img')).toBeVisible()
    await checkA11yAndLayout(page, `the invitation in ${language}`)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await pressOn(page, page.getByRole('button', { name: labels[language].hide }))
    await expect(page.getByText(labels[language].hidden).filter({ visible: true }).first()).toBeVisible()
    await checkA11yAndLayout(page, `the note on a hidden category in ${language}`)
    await pressOn(page, page.getByRole('button', { name: labels[language].undo }))
    await expect(page.getByText(labels[language].shown).filter({ visible: true }).first()).toBeVisible()
  })

for (const language of inTurn('en'))
  test(`a teacher saves the leaderboard as a table, by keyboard (V08, ${language})`, async ({
    page,
    platform,
  }) => {
    await open(page, platform, { as: 'admin', path: '/group/1/leaderboard', language })
    const button = page.getByRole('button', { name: labels[language].saveTable })
    await tabTo(page, button)
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
    const csv = await readFile(await download.path(), 'utf8')
    const { data, errors } = Papa.parse<string[]>(csv, { skipEmptyLines: true })
    expect(errors).toEqual([])
    const { rows } = platform.board(1)
    expect(data.slice(1).map(([rank, , username]) => [rank, username])).toEqual(
      rows.map(row => [String(row.rank), row.username]),
    )
    await checkA11yAndLayout(page, `the leaderboard of an administrator in ${language}`)
  })

for (const language of inTurn('en'))
  test(`a candidate checks what is ready and writes to the organisers, by keyboard (E12, ${language})`, async ({
    page,
    platform,
  }) => {
    await platform.reset({ scenario: 'examReady' })
    await open(page, platform, { as: 'candidate', path: paidExam.address, language })
    await expect(page.getByRole('region', { name: labels[language].ready })).toBeVisible()
    await checkA11yAndLayout(page, `an exam before its start in ${language}`)
    await pressOn(page, page.getByRole('button', { name: labels[language].help }))
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('textbox', { name: labels[language].message })
    await expect(field).toBeFocused()
    await page.keyboard.type('VPN')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(dialog.getByText(labels[language].sent)).toBeVisible()
  })

for (const language of inTurn('ru'))
  test(`a student gets help with the VPN and keeps a note, by keyboard (S10, ${language})`, async ({
    page,
    platform,
  }) => {
    await platform.reset({ scenario: 'labRunning' })
    await open(page, platform, { as: 'student', path: '/group/1/task/104', language })
    await pressOn(page, labPanel(page, language).locator('summary'))
    await pressOn(page, page.getByRole('button', { name: labels[language].vpnHelp }))
    const dialog = page.getByRole('dialog', { name: labels[language].vpnTitle })
    await expect(dialog.getByRole('combobox', { name: labels[language].vpnSystem })).toBeVisible()
    await checkA11yAndLayout(page, `the help for the VPN in ${language}`)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    const note = page.getByRole('textbox', { name: labels[language].note })
    await tabTo(page, note)
    await page.keyboard.type('id=7')
    await page.reload()
    await expect(note).toHaveValue('id=7')
    await pressOn(page, page.getByRole('button', { name: labels[language].later }))
    await expect(page.getByRole('button', { name: labels[language].later })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })

for (const language of inTurn('en'))
  test(`an unverified newcomer has one page with the next step (G16, ${language})`, async ({
    page,
    platform,
  }) => {
    await open(page, platform, { as: 'newcomer', path: '/', language })
    await expect(page.getByRole('region', { name: labels[language].verify })).toBeVisible()
    await checkA11yAndLayout(page, `home without a verified email in ${language}`)
    await pressOn(page, page.getByRole('button', { name: labels[language].wrongAddress }))
    await expect(
      page.getByRole('dialog').getByRole('textbox', { name: labels[language].message }),
    ).toHaveValue(/newcomer@mail\.example/)
  })
