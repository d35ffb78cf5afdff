import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { getLayoutShifts } from './layout-shifts'
import { type ScenarioName, test } from './platform'
import { LOAD_WIDTHS_PX, shard } from './shard'
import { fillLogin, type Persona, signInByApi } from './users'

interface Visit {
  path: string
  /** Visible when the content has loaded. */
  mark: string
  /** Storage of an earlier visit. */
  stored?: Record<string, string>
}

interface Round {
  persona: Exclude<Persona, 'lms'> | null
  /** The scenario of the database. */
  scenario: ScenarioName
  /** The page waits for data of an earlier visit: every URL is opened twice and checked the second time. */
  comesBack?: boolean
  visits: readonly Visit[]
}

const field = 'main form input[name=username]'

/** Content that is delayed on some visits only; the usual case is in `request-depth.spec.ts`. */
const rounds: readonly Round[] = [
  {
    persona: 'student',
    scenario: 'default',
    visits: [
      { path: '/group/3', mark: 'main h2' },
      { path: '/group/1/task/103?pane=writeup', mark: '#writeup' },
      { path: '/no/such/page', mark: 'main h1' },
    ],
  },
  {
    persona: 'student',
    scenario: 'labRunning',
    visits: [
      { path: '/group/1/task/104', mark: '#open-terminal' },
      { path: '/group/1/task/104?pane=terminal', mark: '#open-terminal' },
      { path: '/group/1', mark: 'main section li a' },
    ],
  },
  {
    persona: null,
    scenario: 'default',
    visits: [
      { path: '/login?invite=FLAGSHIP-CUP', mark: `main [role=status] bdi, ${field}` },
      { path: '/registration?invite=FLAGSHIP-CUP', mark: 'main [role=status] bdi' },
      { path: '/registration?invite=NO-SUCH-CODE', mark: 'main form input' },
      { path: '/login', mark: field, stored: { auth_redirect: '/groups' } },
      { path: '/login', mark: field, stored: { token: 'of-an-ended-session' } },
      { path: '/callback?code=abc', mark: 'main a[href="/login"]' },
      { path: '/new-password?token=abc', mark: 'main form input' },
    ],
  },
  {
    persona: 'newcomer',
    scenario: 'default',
    comesBack: true,
    visits: [
      { path: '/', mark: 'main h1' },
      { path: '/groups', mark: 'main h1' },
      { path: '/legal', mark: 'main h2' },
    ],
  },
  {
    persona: 'candidate',
    scenario: 'examRunning',
    comesBack: true,
    visits: [
      { path: '/', mark: '[data-exam-bar]' },
      { path: '/group/5?tab=exam', mark: '[data-exam-bar]' },
      { path: '/group/5/task/501', mark: '[data-exam-bar]' },
    ],
  },
  {
    persona: 'candidate',
    scenario: 'needPay',
    visits: [{ path: '/group/5?tab=exam', mark: 'main [role=tabpanel] h2' }],
  },
]

/** `npm test` takes every second visit. */
const sampled = (visits: readonly Visit[]) =>
  process.env.FLAGSHIP_TESTS === 'full' ? visits : visits.filter((_, at) => at % 2 === 0)

/**
 * Delivers every response in a frame of its own, after the code of the page, to reveal layout shifts. The returned
 * function resolves when all have arrived.
 */
async function slowDown(page: Page): Promise<() => Promise<void>> {
  let open = 0
  let scripts = 0
  let answers = 0
  await page.route(/\/api\/|\/config\.json$|\/assets\/.*\.js$/, async route => {
    open += 1
    const isScript = route.request().resourceType() === 'script'
    await sleep(isScript ? 20 * (scripts++ % 4) : 100 + 50 * answers++)
    await route.continue().catch(() => {})
    open -= 1
  })
  return async () => {
    for (let quiet = 0; quiet < 3; quiet = open > 0 ? 0 : quiet + 1) await sleep(100)
    answers = 0
  }
}

async function store(page: Page, stored: Record<string, string>): Promise<void> {
  await page.evaluate(entries => {
    localStorage.clear()
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, stored)
}

for (const { persona, scenario, comesBack = false, visits } of rounds) {
  test(`pages load without layout shifts: ${persona ?? 'guest'}, ${scenario}`, async ({
    page,
    platform,
    tripwires,
  }) => {
    tripwires.allowConsole(/Failed to load resource: the server responded with a status of 4\d\d/)
    await platform.reset({ scenario })
    await signInByApi(page, persona ?? 'student')
    const session = { ...(await page.evaluate(() => localStorage)) }
    if (!persona) await page.context().clearCookies()
    const cameToRest = await slowDown(page)
    for (const [at, { path, mark, stored = {} }] of sampled(visits).entries()) {
      for (const width of shard(at, LOAD_WIDTHS_PX)) {
        await page.setViewportSize({ width, height: 900 })
        await store(page, persona ? session : stored)
        for (let visit = comesBack ? 0 : 1; visit < 2; visit += 1) {
          await page.goto(path, { waitUntil: 'commit' })
          await expect(page.locator(mark).first()).toBeVisible()
          await cameToRest()
        }
        expect.soft(await getLayoutShifts(page), `${path}, ${width} px`).toEqual([])
      }
    }
  })
}

/** The rendered fonts of an element. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const debugging = await page.context().newCDPSession(page)
  await debugging.send('DOM.enable')
  await debugging.send('CSS.enable')
  const { root } = await debugging.send('DOM.getDocument')
  const { nodeId } = await debugging.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await debugging.send('CSS.getPlatformFontsForNode', { nodeId })
  await debugging.detach()
  return fonts.map(({ familyName }) => familyName)
}

test('a first visit over a slow network applies the font from the second page on, without layout shifts', async ({
  page,
}) => {
  await page.setViewportSize({ width: 412, height: 900 })
  await page.route(
    /\/login$/,
    async route => {
      await sleep(400)
      await route.continue()
    },
    { times: 1 },
  )
  await page.goto('/login')
  await page.waitForFunction(() => localStorage.getItem('flagship.fonts'))
  expect(await fontsOf(page, 'h1')).not.toContain('Onest')
  await fillLogin(page, 'student')
  for (const link of ['main a[href="/group/1"]', 'main section li a']) {
    await expect(page.locator(link).first()).toBeVisible()
    expect(await fontsOf(page, 'h1')).toEqual(['Onest'])
    await page.locator(link).first().click()
  }
  await expect(page.locator('#description')).toBeVisible()
  expect(await fontsOf(page, 'h1')).toEqual(['Onest'])
  expect(await getLayoutShifts(page)).toEqual([])
})
