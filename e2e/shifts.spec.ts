import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { type LoadPlace, loadPlaces, sharedProfile, shareProfile } from './load-places'
import { takeSession } from './people'
import { type ScenarioName, test } from './platform'
import { shiftsOf } from './shift-watch'

const widths = [412, 1280] as const

interface Visit extends Pick<LoadPlace, 'path' | 'persona' | 'mark'> {
  /** How the world begins; default as it always does. */
  scenario?: ScenarioName
  /** What the browser has kept of an earlier visit. */
  kept?: Record<string, string>
}

const field = 'main form input[name=username]'

/** What comes late on some visits only. */
const special: readonly Visit[] = [
  { path: '/group/3', persona: 'student', mark: 'main h2' },
  { path: '/group/1/task/103?pane=writeup', persona: 'student', mark: '#writeup' },
  { path: '/group/1/task/104', persona: 'student', mark: '#open-terminal', scenario: 'labRunning' },
  {
    path: '/group/1/task/104?pane=terminal',
    persona: 'student',
    mark: '#open-terminal',
    scenario: 'labRunning',
  },
  { path: '/group/1', persona: 'student', mark: 'main section li a', scenario: 'labRunning' },
  { path: '/login?invite=FLAGSHIP-CUP', persona: null, mark: `main [role=status] bdi, ${field}` },
  { path: '/registration?invite=FLAGSHIP-CUP', persona: null, mark: 'main [role=status] bdi' },
  { path: '/registration?invite=NO-SUCH-CODE', persona: null, mark: 'main form input' },
  { path: '/login', persona: null, mark: field, kept: { auth_redirect: '/groups' } },
  { path: '/login', persona: null, mark: field, kept: { token: 'of-an-ended-session' } },
  { path: '/callback?code=abc', persona: null, mark: 'main a[href="/login"]' },
  { path: '/new-password?token=abc', persona: null, mark: 'main form input' },
  { path: '/no/such/page', persona: 'student', mark: 'main h1' },
]

const visits: readonly Visit[] = [...loadPlaces, ...special]

/** `npm test` opens each at one width, turn about; `npm run test:full` at both. */
const widthsOf = (visit: Visit) =>
  process.env.FLAGSHIP_TESTS === 'full'
    ? widths
    : widths.filter((_, at) => at === visits.indexOf(visit) % widths.length)

/**
 * Lets every answer come in a picture of its own, after the code of the page: what has made no room for it moves what stands.
 * The returned function resolves when all has come.
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

async function keep(page: Page, kept: Record<string, string>): Promise<void> {
  await page.evaluate(entries => {
    localStorage.clear()
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, kept)
}

/** Who opens which, in worlds that begin alike, in shares that two workers end at about the same time. */
const rounds = [
  { persona: 'student', scenario: 'default' },
  { persona: null, scenario: 'default' },
  { persona: 'student', scenario: 'labRunning' },
] as const

for (const { persona, scenario } of rounds) {
  test(`nothing jumps while a page comes: ${persona ?? 'guest'}, ${scenario}`, async ({
    page,
    platform,
    tripwires,
  }) => {
    tripwires.allowConsole(/Failed to load resource: the server responded with a status of 4\d\d/)
    await platform.reset({ scenario })
    const shared = await shareProfile(page)
    await takeSession(page, 'student')
    const session = { ...(await page.evaluate(() => localStorage)) }
    if (!persona) await page.context().clearCookies()
    const cameToRest = await slowDown(page)
    for (const visit of visits) {
      if (visit.persona !== persona || (visit.scenario ?? 'default') !== scenario) continue
      for (const width of widthsOf(visit)) {
        await page.setViewportSize({ width, height: 900 })
        await keep(page, persona ? session : (visit.kept ?? {}))
        await page.goto(visit.path === sharedProfile ? shared : visit.path, { waitUntil: 'commit' })
        await expect(page.locator(visit.mark).first()).toBeVisible()
        await cameToRest()
        expect.soft(await shiftsOf(page), `${visit.path}, ${width} px`).toEqual([])
      }
    }
  })
}
