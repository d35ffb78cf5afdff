import { expect, type Locator, type Page } from '@playwright/test'
import {
  attemptCard,
  BANK_DELAY_MS,
  comeBackTo,
  examBar,
  expectAttempt,
  fewLeft,
  freeExam,
  openBank,
  paidExam,
  passUntil,
  refreshTo,
} from './exam-steps'
import type { Labels } from './labels'
import { matching, t } from './messages'
import type { ScenarioName } from './platform'
import { type Screen, type Steps, screensFrom, sees } from './screen'
import { beginStart, enterFlags, labPanel, openTerminal, runLine, startLab } from './task-steps'

const MINUTE_MS = 60_000

/** Pays on the bank's page, which leads back to the product. */
const pay = async ({ page, language, text }: Parameters<Steps>[0]): Promise<Locator> => {
  const bank = await openBank(page, language)
  await bank.getByRole('button', { name: text.bankPay }).click()
  const dialog = page.getByRole('dialog', { name: text.payment })
  await sees(dialog.getByText(text.canCloseBank))
  return dialog
}

/** Opens the hints and gets the first, free one. */
const takeHint: Steps = async ({ page, text, press, say }) => {
  await page.getByRole('button', { name: text.hints }).click()
  await press(say('hints:take'))
  await sees(page.getByRole('region', { name: text.hints }).getByRole('heading', { level: 3 }))
}

const flagScreens = screensFrom('student', '/group/1/task/102', {
  'task-flag-question': async ({ page, language, say }) => {
    await enterFlags(page, language, ' “адфп{цкщтп}” \nflag{1}')
    await sees(page.getByText(say('task:preflight.title')))
  },
  'task-verdicts': async here => {
    const { page, language, platform, say, like } = here
    const [right = ''] = platform.getFlags('student', 1, 102)
    await takeHint(here)
    await enterFlags(page, language, `flag{1}\n${right}\n${right}`)
    await sees(page.getByRole('list', { name: say('task:verdict.list') }))
    await page.getByText(like('task:sent.list')).click()
    await sees(page.getByRole('list', { name: like('task:sent.list') }))
  },
  'task-flag-pause': async ({ page, language, platform, like }) => {
    platform.fault('submitFlags', { kind: 'status', status: 429, headers: { 'Retry-After': '60' } })
    await enterFlags(page, language, 'flag{3}')
    await sees(page.getByText(like('task:send.wait')))
  },
  'task-problem': async ({ page, press, say }) => {
    await press(say('task:report.open'))
    await sees(page.getByRole('dialog', { name: say('task:report.title') }).getByRole('textbox'))
  },
  'task-flag-unknown': async ({ page, language, platform, say }) => {
    await page.route('**/api/pass_flag?*', route => route.abort('connectionreset'))
    platform.fault('listTaskStatuses', { kind: 'status', status: 503 }, 100)
    await enterFlags(page, language, 'flag{2}')
    await sees(page.getByRole('button', { name: say('task:arrival.recheck') }))
  },
  'task-hint-price': async here => {
    await takeHint(here)
    await here.press(here.say('hints:take'))
    await sees(here.page.getByRole('alertdialog', { name: here.like('hints:confirm.title') }))
  },
  'task-lab-slow': async ({ page, language, platform, like }) => {
    platform.setting({ labStarts: 'slow' })
    const panel = await beginStart(page, platform, language)
    platform.advanceClock(30_000)
    await sees(panel.getByText(like(['lab:starting.slow', 'lab:starting.slowOwn'])))
  },
  'task-lab-failed': async ({ page, language, platform, text }) => {
    platform.setting({ labStarts: 'failing' })
    const panel = await beginStart(page, platform, language)
    platform.advanceClock(MINUTE_MS)
    await sees(panel.getByText(text.labFailed))
  },
})

const withLab: Steps = ({ page, platform, language }) => startLab(page, platform, language)

const withTerminal: Steps = async here => {
  await withLab(here)
  await openTerminal(here.page, here.language)
  await runLine(here.page, 'ls -la /etc', 'hosts')
}

const labScreens = screensFrom('student', '/group/1/task/104', {
  'task-lab-elsewhere': async here => {
    const { page, language, text, like } = here
    await withLab(here)
    await page.goto('/group/1/task/102')
    await labPanel(page, language).getByRole('button', { name: text.startLab }).click()
    await sees(page.getByText(like('lab:other.title')))
  },
  'task-lab-ready': withLab,
  'task-lab-stop': async here => {
    const { page, language, text } = here
    await withLab(here)
    await labPanel(page, language).getByRole('button', { name: text.stopLab, exact: true }).click()
    await sees(page.getByRole('alertdialog', { name: text.stopLabTitle }))
  },
  'task-lab-restart': async here => {
    const { page, language, say } = here
    await withLab(here)
    await labPanel(page, language)
      .getByRole('button', { name: say('lab:restart'), exact: true })
      .click()
    await sees(page.getByRole('alertdialog', { name: say('lab:restart.title') }))
  },
  'task-lab-ends': async here => {
    await withLab(here)
    here.platform.advanceClock(80 * MINUTE_MS)
    await here.page.reload()
    await sees(here.page.getByRole('region', { name: here.say('lab:warning.region') }))
  },
  'task-lab-solved': async here => {
    await withLab(here)
    const [flag = ''] = here.platform.getFlags('student', 1, 104)
    await enterFlags(here.page, here.language, flag)
    await sees(here.page.getByText(here.text.offerToStop))
  },
  terminal: withTerminal,
  'terminal-no-host': async here => {
    await withLab(here)
    here.platform.setting({ isTerminalHostBroken: true })
    await here.press(here.text.openTerminal)
    await sees(here.page.locator('#terminal-dock').getByRole('alert'))
    here.platform.setting({ isTerminalHostBroken: false })
  },
  'terminal-ended': async here => {
    await withTerminal(here)
    here.platform.advanceClock(91 * MINUTE_MS)
    await sees(here.page.getByText(here.text.terminalEndedHelp))
  },
})

/** The states of a task, its lab, its terminal and its group. */
export const taskScreens: Screen[] = [
  ...flagScreens,
  ...labScreens,
  ...screensFrom(
    'student',
    '/group/1/task/104',
    {
      'task-vpn-help': async ({ page, language, press, say }) => {
        await labPanel(page, language).locator('summary').click()
        await press(say('account:vpn.help'))
        const dialog = page.getByRole('dialog', { name: say('vpn:title') })
        await sees(dialog.getByRole('combobox', { name: say('vpn:system') }))
      },
    },
    'labRunning',
  ),
  ...screensFrom('student', '/group/1/task/104?pane=terminal', {
    'terminal-closed': async here => {
      await withLab(here)
      await sees(here.page.getByText(here.say('terminal:closed')))
    },
  }),
  ...screensFrom('student', '/group/1/task/106', {
    'task-disabled': ({ page, say }) => expect(page.getByText(say('task:disabled.notice'))).toBeAttached(),
  }),
  // A text as imports bring it: character references, raw HTML, tables with pipes.
  ...screensFrom('student', '/group/1/task/109', {
    'task-imported': ({ page }) =>
      expect(page.locator('.markdown td').filter({ hasText: 'Том & Джерри' })).toBeAttached(),
  }),
  ...screensFrom('student', '/group/1/task/103?pane=writeup', { 'task-writeup': null }),
  ...screensFrom('student', '/group/1/task/119?pane=writeup', { 'task-writeup-spoiler': null }),
  ...screensFrom('admin', '/group/1/task/107', {
    'task-admin': async ({ page, platform, say, like }) => {
      const detail = 'The task is part of an exam that is running: attempt 41, group 5.'
      platform.fault('setTaskVisibility', { kind: 'status', status: 409, detail })
      await page.getByRole('switch', { name: like('task:visibility.label') }).click()
      await sees(page.getByText(say('task:visibility.failed')))
    },
  }),
  ...screensFrom('admin', '/group/1', {
    'group-admin': null,
    'group-invite': async ({ page, press, say }) => {
      await press(say('teaching:invite.open'))
      await sees(page.getByRole('dialog').getByRole('img'))
    },
    'group-category-hidden': async ({ page, language, press }) => {
      const values = { category: 'Веб' }
      await press(t(language, 'teaching:category.hideNamed', values))
      await sees(
        page.getByText(matching(language, 'teaching:category.hidden', values)).filter({ visible: true }),
      )
    },
  }),
  ...screensFrom('student', '/group/1?difficulty=hard&required=true', { 'group-filtered': null }),
  ...screensFrom('student', '/group/1?q=zzz', { 'group-filtered-out': null }),
  ...screensFrom('student', '/group/1', {
    'group-announcement': async ({ page, say }) => {
      const region = page.getByRole('region', { name: say('groups:announcements.title') })
      await region.getByRole('button').first().click()
      await sees(region.locator('.markdown'))
    },
    'group-new-tasks': async ({ page, say }) => {
      // As on a later visit, after two tasks were added.
      await page.evaluate(() => {
        const [[id, at, seen] = []] = JSON.parse(localStorage.getItem('flagship.seenTasks') ?? '[]')
        localStorage.setItem('flagship.seenTasks', JSON.stringify([[id, at - 86_400_000, seen.slice(2), []]]))
      })
      await page.reload()
      await sees(page.getByRole('button', { name: say('task:new') }))
    },
  }),
]

const examScreens = (
  scenario: ScenarioName,
  all: Record<string, Steps>,
  path: string = paidExam.address,
): Screen[] => screensFrom('candidate', path, all, scenario)

/** The steps to an attempt with this status. */
const showing =
  (headline: keyof Labels): Steps =>
  ({ page, text }) =>
    expectAttempt(page, text[headline] as string | RegExp)

/** Shows the exam with these fields in its newest attempt. */
async function showAttempt(page: Page, fields: Record<string, unknown>): Promise<void> {
  await page.route(/\/api\/groups\/5$/, async route => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const json = await response.json()
    const attempts = [...json.attempts.slice(0, -1), { ...json.attempts.at(-1), ...fields }]
    await route.fulfill({ response, json: { ...json, attempts } })
  })
  await page.goto(paidExam.address)
}

const bar = (here: Parameters<Steps>[0]): Locator => examBar(here.page, here.language)

/** The states of an exam, and its countdown on other pages. */
export const screensOfExams: Screen[] = [
  ...examScreens(
    'default',
    { 'exam-none': ({ page, text }) => sees(page.getByRole('button', { name: text.requestFirst })) },
    freeExam.address,
  ),
  ...examScreens('waitsForAdmission', { 'exam-need-admission': showing('needAdmission') }, freeExam.address),
  ...examScreens('needPay', {
    'exam-need-pay': showing('needPay'),
    'exam-bank': ({ page, language }) => openBank(page, language),
    'exam-paid': here => pay(here),
    'exam-confirming': async here => {
      const dialog = await pay(here)
      await dialog.getByRole('button', { name: here.text.close }).click()
      await expect(dialog).toBeHidden()
    },
    'exam-payment-rejected': async ({ page, platform, text, press }) => {
      platform.payAtBank('candidate', paidExam.group, 'decline')
      platform.advanceClock(BANK_DELAY_MS)
      await press(text.checkPayment)
      await expectAttempt(page, text.paymentRejected)
    },
  }),
  ...examScreens('examReady', {
    'exam-ready': ({ page, say }) => sees(page.getByRole('region', { name: say('exam:ready.title') })),
    'exam-start': async ({ page, text, press }) => {
      await press(text.startExam)
      await sees(page.getByRole('alertdialog', { name: text.startExamTitle }))
    },
  }),
  ...examScreens('examLabRunning', {
    'exam-running': ({ page, text }) => sees(attemptCard(page, text.running).getByText(text.labEndsFirst)),
  }),
  ...examScreens(
    'examLabRunning',
    { 'exam-terminal': ({ page, language }) => openTerminal(page, language) },
    '/group/5/task/501',
  ),
  ...examScreens(
    'examRunning',
    {
      'exam-moved': async here => {
        await sees(bar(here))
        here.platform.exam('candidate', paidExam.group, { extend: 30 })
        const notice = here.page.getByRole('region', { name: here.say('examBar:notice.region') })
        await comeBackTo(here.page, notice.getByText(here.like('examBar:moved.title')))
      },
    },
    '/',
  ),
  ...examScreens('examRunning', {
    'exam-few-left': async ({ page, platform, language }) => {
      passUntil(platform, 600)
      await comeBackTo(page, fewLeft(page, language))
    },
    'exam-no-contact': async ({ page, text }) => {
      await expectAttempt(page, text.running)
      // One lost response shows nothing, two do.
      await page.route('**/api/**', route => route.abort('connectionreset'))
      await comeBackTo(page, page.getByRole('region', { name: text.connectionLost }))
    },
    'exam-unknown': async ({ page, text }) => {
      await showAttempt(page, { status: 'paused' })
      await expectAttempt(page, text.unknownStatus)
    },
  }),
  ...examScreens('examEndsSoon', {
    'exam-time-over': async ({ page, platform, text }) => {
      passUntil(platform, 10)
      // A page that has seen the jump would not know how much time is left.
      await page.reload()
      await comeBackTo(page, attemptCard(page, text.timeOver))
    },
  }),
  ...examScreens('reportDue', {
    'exam-report-due': showing('needReport'),
    'exam-report-overdue': async ({ page, platform, language, text }) => {
      await expectAttempt(page, text.needReport)
      platform.advanceClock(24 * 60 * MINUTE_MS)
      await refreshTo(page, language, text.overdue)
    },
  }),
  ...examScreens('reportInReview', { 'exam-review': showing('checking') }),
  ...examScreens('examPassed', { 'exam-passed': showing('completed') }),
  ...examScreens('reportRejected', { 'exam-report-rejected': showing('reportRejected') }),
]
