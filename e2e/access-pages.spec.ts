import { expect, type Page } from '@playwright/test'
import { axeFindings } from './axe'
import { waitForAnimations } from './check-page'
import { layoutFindings } from './layout'
import { type Language, languages } from './messages'
import {
  furtherPages,
  type PageContext,
  type PageState,
  type PageUnderTest,
  pageStates,
  pages,
} from './page-states'
import { type Platform, type ScenarioName, test } from './platform'
import { setLanguage, signInByApi } from './users'

/** One line for each problem that axe does not cover: headings, animations, invalid fields. */
const structureFindings = (page: Page): Promise<string[]> => page.evaluate(findStructure)

/** Runs in the page, so it cannot use other code of this file. */
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

  for (const animation of document.getAnimations()) {
    const effect = animation.effect
    if (!(effect instanceof KeyframeEffect)) continue
    const moved = effect
      .getKeyframes()
      .flatMap(frame => Object.keys(frame))
      .filter(name => !['offset', 'computedOffset', 'easing', 'composite', 'opacity'].includes(name))
    if (moved.length > 0) findings.push(`${effect.target?.className} moves: ${[...new Set(moved)]}`)
  }

  for (const field of document.querySelectorAll('[aria-invalid=true]')) {
    const ids = (field.getAttribute('aria-describedby') ?? '').split(' ')
    const names = ids.map(id => document.getElementById(id)?.textContent?.trim() ?? '')
    if (names.every(text => text === ''))
      findings.push(`a wrong field without a reason: ${field.outerHTML.slice(0, 100)}`)
  }
  const plain = (text: string | null) => (text ?? '').replaceAll(/\s+/g, '')
  for (const element of document.querySelectorAll('[title]:not(iframe)'))
    if (!plain(element.textContent).includes(plain(element.getAttribute('title'))))
      findings.push(`only a tooltip has this text: ${element.outerHTML.slice(0, 100)}`)
  return findings
}

/** The text spacing of WCAG 1.4.12, as a user style sheet would set it. */
const spaced = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`

/** Text that becomes unreadable with the text spacing of WCAG 1.4.12. The page is restored. */
async function spacedFindings(page: Page): Promise<string[]> {
  // A constructed style sheet is not a style element, which the policy would block.
  await page.evaluate(css => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, spaced)
  const findings = await layoutFindings(page)
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  return findings
}

/** Text that becomes unreadable at twice the browser's font size. The page is restored. */
async function doubledFindings(page: Page): Promise<string[]> {
  const debugging = await page.context().newCDPSession(page)
  try {
    await debugging.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    await page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === '32px')
    return await layoutFindings(page)
  } finally {
    await debugging.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
    await debugging.detach()
  }
}

async function expectNothing(findings: readonly string[], where: string): Promise<void> {
  expect.soft(findings, where).toEqual([])
}

/** The page's request is held back or fails; other requests pass. */
async function breakCall({ page, platform }: PageContext, call: string, state: 'loading' | 'error') {
  if (call !== 'config') {
    const fault = state === 'loading' ? { kind: 'never' as const } : { kind: 'status' as const, status: 500 }
    return platform.fault(call, fault, Number.POSITIVE_INFINITY)
  }
  await page.route('**/config.json', route =>
    state === 'loading' ? undefined : route.fulfill({ status: 404, body: 'Not Found' }),
  )
}

/** Opens pages one after the other in one tab. The database is reset only when needed. */
function createPageOpener(page: Page, platform: Platform) {
  let stands: { persona: PageUnderTest['persona']; scenario: ScenarioName } | null = null

  const begin = async (persona: PageUnderTest['persona'], scenario: ScenarioName): Promise<void> => {
    if (stands?.persona === persona && stands.scenario === scenario) return platform.clearFaults()
    await platform.reset({ scenario })
    await page.context().clearCookies()
    if (page.url().startsWith('http'))
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
    if (persona) await signInByApi(page, persona)
    stands = { persona, scenario }
  }

  return {
    /** Opens a page in a state and waits until it is visible. */
    async goInto(place: PageUnderTest, state: PageState, language: Language): Promise<void> {
      const here = { page, platform, language }
      const way = place.states[state]
      if (!way) throw new Error(`${place.name} is never ${state}.`)
      await page.unrouteAll()
      // Steps use controls that a narrow window hides.
      await page.setViewportSize({ width: 1280, height: 800 })
      await begin(way.persona === undefined ? place.persona : way.persona, way.scenario ?? 'default')
      await setLanguage(page.context(), language, platform.url)
      if (place.call && (state === 'loading' || state === 'error')) await breakCall(here, place.call, state)
      await page.goto(way.path ?? place.path)
      if (way.steps) {
        await awaitPage(page)
        await way.steps(here)
        // The data has changed.
        stands = null
      }
      await (state === 'loading' ? expect(page.locator(underWay).first()).toBeVisible() : awaitPage(page))
      await expect(page.locator('html')).toHaveAttribute('lang', language)
    },
  }
}

const underWay = '[aria-busy=true], [role=progressbar]'

async function awaitPage(page: Page): Promise<void> {
  // Not by its role: an open dialog hides the page behind it from roles.
  await expect(page.locator('h1')).toBeAttached()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

const widths = [320, 1280] as const
const themes = ['light', 'dark'] as const

/** Each state in both languages and themes, narrow and wide. */
const looksByState = [...pages, ...furtherPages].flatMap(({ name: place, states }) =>
  pageStates
    .filter(state => states[state])
    .map(state =>
      languages.flatMap(language =>
        widths.flatMap(width => themes.map(theme => ({ place, state, language, width, theme }))),
      ),
    ),
)
/** `npm test` takes one view of each state, three steps on, so that the views of one page differ in everything. */
const views =
  process.env.FLAGSHIP_TESTS === 'full'
    ? looksByState.flat()
    : looksByState.flatMap((all, at) => all[(at * 3) % all.length] ?? [])

/** The views of one page in one state and language, which is opened once for all of them. */
interface Stop {
  state: PageState
  language: (typeof languages)[number]
  views: readonly (typeof views)[number][]
}

const stopsOf = (place: string): Stop[] =>
  pageStates.flatMap(state =>
    languages.flatMap(language => {
      const own = views.filter(
        look => look.place === place && look.state === state && look.language === language,
      )
      return own.length > 0 ? [{ state, language, views: own }] : []
    }),
  )

async function lookAt(page: Page, where: string, isFurther: boolean): Promise<void> {
  await waitForAnimations(page)
  await expectNothing(await axeFindings(page), `axe on ${where}`)
  await expectNothing(await layoutFindings(page), `layout of ${where}`)
  if (isFurther) return
  await expectNothing(await structureFindings(page), `structure of ${where}`)
  await expectNothing(await spacedFindings(page), `layout of ${where}, with more space in its text`)
  if (page.viewportSize()?.width !== 320)
    await expectNothing(await doubledFindings(page), `layout of ${where}, with text of twice the size`)
}

/** Pages of one test: few enough for its timeout. */
const split = (all: readonly PageUnderTest[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
const rounds = [...split(pages, 3), ...split(furtherPages, 8)]

for (const round of rounds) {
  test(`A11Y-01 A11Y-02 A11Y-03 A11Y-13 A11Y-14 A11Y-21 A11Y-22 every state is accessible: ${round.map(({ name }) => name).join(', ')}`, async ({
    page,
    platform,
    tripwires,
  }) => {
    test.setTimeout(600_000)
    // Terminals and their hosts end during the walk.
    tripwires.allowConsole(/Failed to load resource|WebSocket is already in CLOSING/)
    const tour = createPageOpener(page, platform)
    for (const place of round) {
      for (const stop of stopsOf(place.name)) {
        await tour.goInto(place, stop.state, stop.language)
        for (const { width, theme } of stop.views) {
          await page.setViewportSize({ width, height: 800 })
          await page.emulateMedia({ colorScheme: theme })
          const where = `${place.name}, ${stop.state}, ${width} px, ${theme}, ${stop.language}`
          await lookAt(page, where, furtherPages.includes(place))
        }
      }
    }
  })
}
