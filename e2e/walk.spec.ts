import { expect, type Page } from '@playwright/test'
import { operations } from '../src/api/operations.gen'
import { passTimeUntil } from './browser'
import { languages } from './messages'
import {
  axeFindings,
  doubledFindings,
  layoutFindings,
  resizeWindow,
  spacedFindings,
  waitForAnimations,
} from './page-checks'
import { isFull, type ScenarioName, sample, test } from './platform'
import { createScreenContext, type Screen, type ScreenContext, type Steps } from './screen'
import { fillRegistration, lmsPage, lmsTask, openFeedback, others, screens } from './screens'
import { fillLogin, setLanguage, signInByApi } from './users'

type Call = keyof typeof operations | 'config'
/** Checks the page as it is now. */
type Look = (state: string) => Promise<void>

/** One visit of a page, and the states that are checked on the way. */
interface Visit {
  name: string
  path: string
  persona: Screen['persona']
  scenario?: ScenarioName
  /** Runs before the page is opened. */
  prepare?: Steps
  run: (here: ScreenContext, look: Look) => Promise<unknown>
  /** A dialog or the like above a page that is checked by itself: by axe and for its layout only. */
  isDetail?: boolean
}

const isBusy = (page: Page) =>
  expect(page.locator('[aria-busy=true], [role=progressbar]').first()).toBeVisible()

async function isLoaded(page: Page, timeout?: number): Promise<void> {
  const options = timeout === undefined ? {} : { timeout }
  // Not by its role: an open dialog hides the page behind it from roles.
  await expect(page.locator('h1')).toBeAttached(options)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0, options)
}

const getAddress = (call: Call): RegExp =>
  call === 'config'
    ? /\/config\.json$/
    : new RegExp(`/api${operations[call].path.replaceAll(/\{\w+\}/g, '[^/]+')}(?:\\?|$)`)

/** Holds back a call until the returned function is called. */
async function hold({ page }: ScreenContext, call: Call): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(getAddress(call), async route => {
    await released
    await route.fallback()
  })
  return release
}

/** The call fails until the next visit. */
const fail = ({ page, platform }: ScreenContext, call: Call) =>
  call === 'config'
    ? page.route(getAddress(call), route => route.fulfill({ status: 404, body: 'Not Found' }))
    : platform.fault(call, { kind: 'status', status: 500 }, Number.POSITIVE_INFINITY)

type DataPage = readonly [call: Call, persona: Screen['persona'], path: string, scenario?: ScenarioName]

/** Each page with the call that it waits for. */
const dataPages: readonly DataPage[] = [
  ['completeLmsLogin', null, '/callback?code=abc'],
  ['checkInvite', null, '/invite/EXAM-ANALYST'],
  ['getSharedProfile', 'student', `/profile/${'a'.repeat(22)}`],
  ['config', null, '/contacts'],
  ['config', null, '/legal'],
  ['listGroups', 'student', '/'],
  ['listGroups', 'student', '/groups'],
  ['getGroup', 'student', '/group/1'],
  ['getTask', 'student', '/group/1/task/102'],
  ['getLeaderboard', 'student', '/group/1/leaderboard'],
  ['getCompetencies', 'student', '/competencies'],
  ['getCompetencies', 'student', `/competencies/${others.open}`],
  ['findLmsTask', 'student', lmsTask.unknown],
  ['getGroup', 'candidate', '/group/5?tab=exam', 'needPay'],
]

const toVisit = ([, persona, path, scenario]: DataPage) => ({
  name: path,
  path,
  persona,
  ...(scenario && { scenario }),
})

const loading = dataPages.map((dataPage, at): Visit => {
  let release = () => {}
  return {
    ...toVisit(dataPage),
    prepare: async here => {
      release = await hold(here, dataPage[0])
    },
    run: async ({ page }, look) => {
      await isBusy(page)
      // The pages share what shows that they load.
      if (isFull || at % 2 === 0) await look('loading')
      release()
      await isLoaded(page)
      await look('loaded')
    },
  }
})

/** The pages share their error page, so `npm test` takes every third. */
const failed = dataPages
  .filter((_, at) => isFull || at % 3 === 1)
  .map(
    (dataPage): Visit => ({
      ...toVisit(dataPage),
      prepare: async here => {
        await here.page.clock.install()
        await fail(here, dataPage[0])
      },
      run: async ({ page }, look) => {
        // Past the pauses before the retries.
        await passTimeUntil(page, 3000, () => isLoaded(page, 300))
        await look('failed')
      },
    }),
  )

const typeIn =
  (...fields: readonly (readonly [name: keyof ScreenContext['text'], value: string])[]): Steps =>
  async ({ page, text }) => {
    for (const [name, value] of fields)
      await page.getByRole('textbox', { name: String(text[name]), exact: true }).fill(value)
  }

type Form = readonly [call: Call, path: string, fill: Steps, button: keyof ScreenContext['text']]

const forms: readonly Form[] = [
  ['login', '/login', ({ page, language }) => fillLogin(page, 'student', language), 'enter'],
  ['register', '/registration?invite=EXAM-ANALYST', fillRegistration, 'register'],
  ['requestPasswordReset', '/reset-password', typeIn(['email', 'anna@mail.example']), 'sendLink'],
  [
    'setNewPassword',
    '/new-password?token=abc',
    typeIn(['newPassword', 'gora-reka-41'], ['newPasswordAgain', 'gora-reka-41']),
    'savePassword',
  ],
]

/** A form as opened, submitted empty, pending, and rejected by the server. */
const formVisits = forms.map(
  ([call, path, fill, button]): Visit => ({
    name: path,
    path,
    persona: null,
    run: async (here, look) => {
      const { page, text } = here
      const submit = page.getByRole('main').getByRole('button', { name: text[button] as string, exact: true })
      await isLoaded(page)
      await look('opened')
      await submit.click()
      await look('empty')
      const release = await hold(here, call)
      await fail(here, call)
      await fill(here)
      if (call !== 'login') await submit.click()
      await isBusy(page)
      await look('pending')
      release()
      await isLoaded(page)
      await look('failed')
    },
  }),
)

const otherVisits: readonly Visit[] = [
  {
    name: 'feedback',
    path: '/groups',
    persona: 'student',
    run: async (here, look) => {
      const dialog = await openFeedback(here)
      await look('empty')
      const release = await hold(here, 'sendFeedback')
      here.platform.fault('sendFeedback', { kind: 'status', status: 500 })
      await dialog.getByRole('textbox').fill('Стенд не отвечает.')
      const send = dialog.getByRole('button', { name: here.text.sendFeedback, exact: true })
      await send.click()
      await isBusy(here.page)
      await look('pending')
      release()
      await isLoaded(here.page)
      await look('failed')
      await send.click()
      await expect(dialog.getByText(here.text.feedbackSent)).toBeVisible()
      await look('sent')
    },
  },
  {
    name: 'lms',
    path: lmsPage,
    persona: 'admin',
    run: async (here, look) => {
      const release = await hold(here, 'downloadFromLms')
      here.platform.fault('downloadFromLms', { kind: 'status', status: 500 })
      await here.press(here.text.lmsDownload)
      await isBusy(here.page)
      await look('pending')
      release()
      await isLoaded(here.page)
      await look('failed')
    },
  },
  {
    name: 'task with an empty flag',
    path: '/group/1/task/102',
    persona: 'student',
    run: async ({ page, text }, look) => {
      await page.getByRole('textbox', { name: text.flag, exact: true }).press('Enter')
      await look('empty')
    },
  },
  ...['/', '/groups'].map(
    (path): Visit => ({
      name: `no groups on ${path}`,
      path,
      persona: 'student',
      scenario: 'noGroups',
      run: ({ page }, look) => isLoaded(page).then(() => look('empty')),
    }),
  ),
]

/** The screens that `npm test` takes; the other ones are in the visits above, in other journeys, or are like them. */
const sampled = new Set(
  `login-unverified callback-missing registration-errors registration-done reset-password-sent new-password-short
  invite-bad profile profile-shared not-found menu username-taken logout shortcuts feedback-file
  group-filtered-out group-admin group-invite group-category-hidden home-unverified
  task-flag-question task-verdicts task-hint-price task-writeup-spoiler task-admin
  task-lab-failed task-lab-stop task-lab-ends task-vpn-help terminal-no-host
  exam-none exam-ready exam-bank exam-payment-rejected exam-running exam-time-over
  exam-report-overdue exam-report-rejected
  leaderboard-chart leaderboard-none-found leaderboard-show leaderboard-admin
  competencies-empty competencies-closed competencies-hide lms-panel lms-question`.split(/\s+/),
)

const screenVisits = screens
  // The tools of axe end the simulated outage; `lms` signs in by a page.
  .filter(({ name, persona }) => name !== 'offline' && persona !== 'lms' && (isFull || sampled.has(name)))
  .map(
    ({ steps, ...screen }): Visit => ({
      ...screen,
      isDetail: steps !== undefined,
      run: async (here, look) => {
        await isLoaded(here.page)
        await steps?.(here)
        await isLoaded(here.page)
        await look('')
      },
    }),
  )

const variants = [320, 1280].flatMap(width => (['light', 'dark'] as const).map(theme => ({ width, theme })))

async function checkVariants(
  { page, language }: ScreenContext,
  what: string,
  index: number,
  isDetail = false,
) {
  for (const { width, theme } of sample(index, variants)) {
    await resizeWindow(page, { width, height: 800 })
    await page.emulateMedia({ colorScheme: theme })
    await waitForAnimations(page)
    const where = `${what}, ${width} px, ${theme}, ${language}`
    // Half of the states; src/ui/contrast.test.ts checks the colors themselves.
    const hasContrast = isFull || (width === 320) === (theme === 'light')
    expect.soft(await axeFindings(page, hasContrast), `axe on ${where}`).toEqual([])
    expect.soft(await layoutFindings(page), `layout of ${where}`).toEqual([])
    if (isDetail) continue
    expect.soft(await page.evaluate(findStructure), `structure of ${where}`).toEqual([])
    expect.soft(await spacedFindings(page), `layout of ${where}, with more space in its text`).toEqual([])
    if (width !== 320)
      expect.soft(await doubledFindings(page), `layout of ${where}, with text of twice the size`).toEqual([])
  }
  // Steps use controls that a narrow window hides.
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Problems that axe does not cover: headings, animations, invalid fields. Runs in the page. */
function findStructure(): string[] {
  const findings: string[] = []
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true })

  const isCovered = document.getElementById('main')?.inert ?? false
  const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6, [role=heading]')].filter(
    element => isSeen(element) && !element.closest('[role=dialog], [role=alertdialog], [inert]'),
  )
  const levels = headings.map(element =>
    Number(element.getAttribute('aria-level') ?? element.tagName.slice(1)),
  )
  const first = levels.filter(level => level === 1).length
  const isLoading = document.querySelector('#root [role=status][aria-busy=true]') !== null
  if (first > 1 || (first === 0 && !isCovered && !isLoading)) findings.push(`${first} headings of level 1`)
  levels.forEach((level, at) => {
    if (at > 0 && level > (levels[at - 1] ?? 0) + 1)
      findings.push(`level ${level} after ${levels[at - 1]}: "${headings[at]?.textContent}"`)
  })

  for (const { effect } of document.getAnimations()) {
    if (!(effect instanceof KeyframeEffect)) continue
    const moved = effect
      .getKeyframes()
      .flatMap(frame => Object.keys(frame))
      .filter(name => !['offset', 'computedOffset', 'easing', 'composite', 'opacity'].includes(name))
    if (moved.length > 0) findings.push(`${effect.target?.className} moves: ${[...new Set(moved)]}`)
  }

  for (const field of document.querySelectorAll('[aria-invalid=true]')) {
    const ids = (field.getAttribute('aria-describedby') ?? '').split(' ')
    if (ids.every(id => !document.getElementById(id)?.textContent?.trim()))
      findings.push(`a wrong field without a reason: ${field.outerHTML.slice(0, 100)}`)
  }
  const plain = (text: string | null) => (text ?? '').replaceAll(/\s+/g, '')
  for (const element of document.querySelectorAll('[title]:not(iframe)'))
    if (!plain(element.textContent).includes(plain(element.getAttribute('title'))))
      findings.push(`only a tooltip has this text: ${element.outerHTML.slice(0, 100)}`)
  return findings
}

/** Starts the visit with a fresh session and database. */
async function open(visit: Visit, here: ScreenContext): Promise<void> {
  const { page, platform, language } = here
  await page.unrouteAll()
  await platform.reset({ scenario: visit.scenario ?? 'default' })
  await page.context().clearCookies()
  if (page.url().startsWith('http'))
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
  if (visit.persona && visit.persona !== 'lms') await signInByApi(page, visit.persona)
  await setLanguage(page.context(), language, platform.url)
  await visit.prepare?.(here)
  await page.goto(visit.path)
}

/** Visits of one test: few enough for its timeout with `--full`. */
const split = (all: readonly Visit[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

const rounds = [...split(loading, 5), ...split(failed, 7), formVisits, otherVisits, ...split(screenVisits, 7)]

for (const [at, round] of rounds.entries())
  test(`H01 H08 A11Y-01 A11Y-02 A11Y-03 A11Y-13 A11Y-14 A11Y-21 A11Y-22 every state is accessible, readable and obeys the policy: ${at + 1}, ${round.map(({ name }) => name).join(' ')}`, async ({
    page,
    platform,
    tripwires,
  }) => {
    if (isFull) test.setTimeout(600_000)
    // Terminals and their hosts end during the walk.
    tripwires.allowConsole(/Failed to load resource|WebSocket is already in CLOSING/)
    // The variants alternate faster than the languages, and both begin elsewhere in each test.
    let checkCount = at
    for (const [index, visit] of round.entries())
      for (const language of sample(at + Math.floor(index / 2), languages)) {
        const here = createScreenContext(page, platform, language)
        await open(visit, here)
        await visit.run(here, state =>
          checkVariants(here, `${visit.name}, ${state}`, checkCount++, visit.isDetail),
        )
        await expect(page.locator('html')).toHaveAttribute('lang', language)
      }
    expect(tripwires.violations()).toEqual([])
  })
