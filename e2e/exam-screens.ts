import { expect, type Page } from '@playwright/test'
import {
  attemptCard,
  BANK_DELAY_MS,
  comeBackTo,
  examBar,
  expectAttempt,
  freeExam,
  getExamLabels,
  loseContact,
  openBank,
  paidExam,
  passUntil,
  refreshTo,
  showAttempt,
} from './exam-steps'
import type { Language } from './messages'
import type { Platform, ScenarioName } from './platform'
import type { Screen } from './routes'
import { waitForPrompt } from './task-steps'

interface Place {
  page: Page
  platform: Platform
  language: Language
  text: ReturnType<typeof getExamLabels>
}

interface ExamScreen {
  /** The name of its screenshots after `exam-`. */
  name: string
  scenario: ScenarioName
  path?: string
  /** The steps from the URL to the screen. */
  steps?: (place: Place) => Promise<void>
}

const { group } = paidExam

const screenOf = ({ name, scenario, path = paidExam.address, steps }: ExamScreen): Screen => ({
  name: `exam-${name}`,
  path,
  persona: 'candidate',
  scenario,
  prepare: async (page, { platform, language }) =>
    steps?.({ page, platform, language, text: getExamLabels(language) }),
})

const declined = async ({ page, platform, text }: Place): Promise<void> => {
  platform.payAtBank('candidate', group, 'decline')
  platform.advanceClock(BANK_DELAY_MS)
  await page.getByRole('button', { name: text.check }).click()
  await expectAttempt(page, text.paymentRejected)
}

const beforeTheStart: ExamScreen[] = [
  {
    name: 'none',
    scenario: 'default',
    path: freeExam.address,
    steps: ({ page, text }) => expect(page.getByRole('button', { name: text.requestFirst })).toBeVisible(),
  },
  {
    name: 'need-admission',
    scenario: 'waitsForAdmission',
    path: freeExam.address,
    steps: ({ page, text }) => expectAttempt(page, text.needAdmission),
  },
  { name: 'need-pay', scenario: 'needPay', steps: ({ page, text }) => expectAttempt(page, text.needPay) },
  {
    name: 'bank',
    scenario: 'needPay',
    steps: async ({ page, language, text }) => {
      await openBank(page, language, text.pay)
    },
  },
  {
    name: 'confirming',
    scenario: 'needPay',
    steps: async ({ page, language, text }) => {
      const bank = await openBank(page, language, text.pay)
      await bank.getByRole('button', { name: text.bankPay }).click()
      const dialog = page.getByRole('dialog', { name: text.payment })
      await expect(dialog.getByText(text.orderOk)).toBeVisible()
      await dialog.getByRole('button', { name: text.close }).click()
      await expect(dialog).toBeHidden()
    },
  },
  { name: 'payment-rejected', scenario: 'needPay', steps: declined },
  {
    name: 'start',
    scenario: 'examReady',
    steps: async ({ page, text }) => {
      await page.getByRole('button', { name: text.start }).click()
      await expect(page.getByRole('alertdialog', { name: text.startQuestion })).toBeVisible()
    },
  },
]

const fewLeft = async ({ page, platform, language, text }: Place): Promise<void> => {
  passUntil(platform, 600)
  await comeBackTo(page, examBar(page, language).getByText(text.fewLeft).filter({ visible: true }))
}

const running: ExamScreen[] = [
  {
    name: 'running',
    scenario: 'examLabRunning',
    steps: ({ page, text }) =>
      expect(attemptCard(page, text.running).getByText(text.labEndsFirst)).toBeVisible(),
  },
  { name: 'few-left', scenario: 'examRunning', steps: fewLeft },
  {
    name: 'moved',
    scenario: 'examRunning',
    path: '/',
    steps: async ({ page, platform, language, text }) => {
      await expect(examBar(page, language)).toBeVisible()
      platform.exam('candidate', group, { extend: 30 })
      await comeBackTo(page, page.getByRole('region', { name: text.news }).getByText(text.moved))
    },
  },
  {
    name: 'no-contact',
    scenario: 'examRunning',
    steps: async ({ page, language, text }) => {
      await expectAttempt(page, text.running)
      await loseContact(page, language)
    },
  },
  {
    name: 'terminal',
    scenario: 'examLabRunning',
    path: '/group/5/task/501',
    steps: async ({ page, language, text }) => {
      await page.getByRole('button', { name: text.openTerminal }).click()
      await waitForPrompt(page, language)
    },
  },
]

const afterTheEnd: ExamScreen[] = [
  {
    name: 'time-over',
    scenario: 'examEndsSoon',
    steps: async ({ page, platform, text }) => {
      await expectAttempt(page, text.running)
      passUntil(platform, -1)
      await comeBackTo(page, attemptCard(page, text.timeOver))
    },
  },
  {
    name: 'report-due',
    scenario: 'reportDue',
    steps: ({ page, text }) => expectAttempt(page, text.needReport),
  },
  {
    name: 'report-overdue',
    scenario: 'reportDue',
    steps: async ({ page, platform, language, text }) => {
      await expectAttempt(page, text.needReport)
      platform.advanceClock(24 * 3_600_000)
      await refreshTo(page, language, text.overdue)
    },
  },
  {
    name: 'review',
    scenario: 'reportInReview',
    steps: ({ page, text }) => expectAttempt(page, text.checking),
  },
  { name: 'passed', scenario: 'examPassed', steps: ({ page, text }) => expectAttempt(page, text.completed) },
  {
    name: 'report-rejected',
    scenario: 'reportRejected',
    steps: ({ page, text }) => expectAttempt(page, text.reportRejected),
  },
  {
    name: 'unknown',
    scenario: 'examRunning',
    steps: async ({ page, text }) => {
      await showAttempt(page, { status: 'paused' })
      await expectAttempt(page, text.unknown)
    },
  },
]

/** The states of an exam, and its countdown on other pages. */
export const screensOfExams: Screen[] = [...beforeTheStart, ...running, ...afterTheEnd].map(screenOf)
