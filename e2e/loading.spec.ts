import { expect, type Page, type Request, type Route } from '@playwright/test'
import { untilIdle, untilPainted } from './browser'
import { isFull, type Platform, type ScenarioName, sample, test } from './platform'
import { others } from './screens'
import { type Persona, personaPassword, signInByApi } from './users'

interface Visit {
  path: string
  /** Visible when the content has loaded. */
  mark: string
  /** Waves of requests after the shell; unlimited for content that is delayed on some visits only. */
  waves?: number
  /** Storage of an earlier visit. */
  stored?: Record<string, string>
}

interface Round {
  persona: Exclude<Persona, 'lms'> | null
  scenario?: ScenarioName
  /** The page waits for data of an earlier visit: every URL is opened twice and checked the second time. */
  comesBack?: boolean
  visits: readonly Visit[]
  /** The visits of `--full`. */
  more?: readonly Visit[]
}

/** Placeholder for the path that `shareProfile` returns. */
const sharedProfile = '/profile/shared'
const username = 'main form input[name=username]'
const group = 'main section li a'
const description = 'section[aria-labelledby="description"]'

/** After the document and its resources: 1. the session, code and messages; 2. the data. */
const rounds: readonly Round[] = [
  {
    persona: 'student',
    visits: [
      { path: '/', mark: 'main li h3', waves: 2 },
      { path: '/group/1', mark: group, waves: 2 },
      { path: '/group/1/task/101', mark: `${description} .markdown p`, waves: 2 },
      { path: '/group/1/leaderboard', mark: 'main tbody tr[aria-current=true]', waves: 2 },
      { path: `/competencies/${others.open}`, mark: 'main section', waves: 2 },
    ],
    more: [
      { path: '/groups', mark: 'main li h3', waves: 2 },
      { path: '/competencies', mark: 'main section', waves: 2 },
      // The task is known only after the response.
      { path: '/moodle/sec-autumn-26/4101', mark: description, waves: 3 },
    ],
  },
  {
    persona: 'student',
    visits: [
      // The list of groups says whether the reader is a member; guests have none.
      { path: '/invite/EXAM-ANALYST', mark: 'main form input[name=password]', waves: 3 },
      // Login pages redirect signed-in users.
      { path: '/login', mark: 'main li h3', waves: 2 },
      { path: '/group/1/task/103?pane=writeup', mark: '#writeup' },
    ],
    more: [
      { path: '/contacts', mark: 'main dl', waves: 2 },
      { path: '/legal', mark: 'main h2', waves: 2 },
      { path: sharedProfile, mark: 'main section', waves: 2 },
      { path: '/group/3', mark: 'main h2' },
      { path: '/no/such/page', mark: 'main h1' },
    ],
  },
  {
    persona: null,
    visits: [
      { path: '/login', mark: username, waves: 1 },
      // A guest who opens a page of members is redirected by the first load.
      { path: '/groups', mark: username, waves: 1 },
      { path: '/contacts', mark: 'main dl', waves: 2 },
      { path: sharedProfile, mark: 'main section', waves: 2 },
    ],
    more: [
      { path: '/registration', mark: 'main form input', waves: 1 },
      { path: '/reset-password', mark: 'main form input', waves: 1 },
      { path: '/legal', mark: 'main h2', waves: 2 },
      { path: '/invite/EXAM-ANALYST', mark: 'main a[href^="/login?invite"]', waves: 2 },
    ],
  },
  {
    persona: null,
    visits: [
      { path: '/login?invite=FLAGSHIP-CUP', mark: `main [role=status] bdi, ${username}` },
      { path: '/registration?invite=FLAGSHIP-CUP', mark: 'main [role=status] bdi' },
      { path: '/login', mark: username, stored: { token: 'of-an-ended-session' } },
    ],
    more: [
      { path: '/registration?invite=NO-SUCH-CODE', mark: 'main form input' },
      { path: '/login', mark: username, stored: { auth_redirect: '/groups' } },
      { path: '/callback?code=abc', mark: 'main a[href="/login"]' },
      { path: '/new-password?token=abc', mark: 'main form input' },
    ],
  },
  {
    persona: 'student',
    scenario: 'labRunning',
    visits: [{ path: '/group/1/task/104', mark: '#open-terminal' }],
    more: [
      { path: '/group/1/task/104?pane=terminal', mark: '#open-terminal' },
      { path: '/group/1', mark: group },
    ],
  },
  {
    persona: 'newcomer',
    comesBack: true,
    visits: [{ path: '/groups', mark: 'main h1' }],
    more: [
      { path: '/', mark: 'main h1' },
      { path: '/legal', mark: 'main h2' },
    ],
  },
  {
    persona: 'candidate',
    scenario: 'examRunning',
    comesBack: true,
    visits: [{ path: '/group/5?tab=exam', mark: 'main [role=timer]' }],
    more: [
      { path: '/', mark: '[data-exam-bar]' },
      { path: '/group/5/task/501', mark: '[data-exam-bar]' },
    ],
  },
  {
    persona: 'candidate',
    scenario: 'needPay',
    visits: [{ path: '/group/5?tab=exam', mark: 'main [role=tabpanel] h2' }],
  },
]

/** Shares the student's profile by the API and returns its path. */
async function shareProfile(page: Page, platform: Platform): Promise<string> {
  const data = { username: 'student', password: personaPassword }
  const login = await page.request.post(`${platform.url}/api/auth/login`, { data })
  const { access_token: token } = await login.json()
  const headers = { Authorization: `Bearer ${token}` }
  const { link } = await (await page.request.post('/api/user/profile/shared', { headers })).json()
  await page.context().clearCookies({ name: /token/ })
  return `/profile/${link}`
}

/** Resources that do not block the page. */
const beside = new Set(['font', 'image', 'manifest', 'media'])

/**
 * Holds back every response except those of the document and its resources, and releases them wave by wave, each
 * in a frame of its own, to reveal layout shifts.
 */
class Waves {
  readonly #page: Page
  readonly #shell: ReadonlySet<string>
  #held: Route[] = []
  #asked = 0
  /** When the document and its resources had been painted, fonts among them. */
  shellAt = 0
  #open = new Set<Request>()

  private constructor(page: Page, shell: ReadonlySet<string>) {
    this.#page = page
    this.#shell = shell
  }

  static async hold(page: Page, path: string): Promise<Waves> {
    const document = await (await page.request.get(path, { headers: { Accept: 'text/html' } })).text()
    const named = [...document.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file = '']) => file)
    const waves = new Waves(page, new Set([path.replace(/\?.*/, ''), ...named]))
    const over = (request: Request) => waves.#open.delete(request)
    page.on('requestfinished', over)
    page.on('requestfailed', over)
    await page.route('**/*', route => waves.#take(route))
    return waves
  }

  #take(route: Route): Promise<void> | undefined {
    const request = route.request()
    const { pathname } = new URL(request.url())
    this.#asked += 1
    if (beside.has(request.resourceType()) || this.#shell.has(pathname)) return this.#let(route)
    this.#held.push(route)
    return undefined
  }

  #let(route: Route): Promise<void> {
    // The page may have given the request up meanwhile.
    if (!route.request().failure()) this.#open.add(route.request())
    return route.continue()
  }

  /** Resolves when all released responses have arrived and no more are requested. */
  async #rest(): Promise<void> {
    for (let before = -1; before !== this.#asked || this.#open.size > 0; ) {
      before = this.#asked
      // The refresh waits for a lock, which the browser's own process gives.
      await this.#page.evaluate(() => navigator.locks.request('test', () => {}))
      await untilIdle(this.#page.mainFrame())
    }
  }

  /** The waves until the content is visible; the URLs of each. */
  async until(mark: string): Promise<string[][]> {
    const waves: string[][] = []
    await this.#rest()
    await this.#page.evaluate(() => document.fonts.ready)
    await untilPainted(this.#page)
    this.shellAt = await this.#page.evaluate(() => performance.now())
    for (;;) {
      await this.#rest()
      const isThere = () => this.#page.locator(mark).first().isVisible()
      await expect
        .poll(async () => this.#held.length > 0 || (await isThere()), { message: `${mark} after ${waves}` })
        .toBe(true)
      if (await isThere()) return waves
      const wave = this.#held.splice(0)
      waves.push(wave.map(route => new URL(route.request().url()).pathname))
      await this.#letEach(wave)
    }
  }

  async #letEach(wave: readonly Route[]): Promise<void> {
    for (const route of wave) {
      await this.#let(route)
      await this.#rest()
      await untilPainted(this.#page)
    }
  }

  /** Releases the remaining requests. */
  async letAllGo(): Promise<void> {
    for (await this.#rest(); this.#held.length > 0; await this.#rest())
      await this.#letEach(this.#held.splice(0))
    await this.#page.unrouteAll({ behavior: 'ignoreErrors' })
  }
}

/** The layout shifts since the page was opened: time, value and elements. */
const getLayoutShifts = (page: Page): Promise<{ at: number; value: number; elements: string }[]> =>
  page.evaluate(
    () =>
      new Promise(done => {
        interface Shift extends PerformanceEntry {
          value: number
          hadRecentInput: boolean
          sources: { node: Node | null }[]
        }
        const shifts: { at: number; value: number; elements: string }[] = []
        new PerformanceObserver(list => {
          for (const { startTime: at, value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
            const moved = sources.map(({ node }) => {
              const element = node instanceof Element ? node : node?.parentElement
              return element?.outerHTML.slice(0, 120) ?? 'what is gone'
            })
            if (!hadRecentInput) shifts.push({ at, value, elements: moved.join('\n  ') })
          }
        }).observe({ type: 'layout-shift', buffered: true })
        // Buffered entries come in a task of their own.
        requestAnimationFrame(() => setTimeout(() => requestIdleCallback(() => done(shifts))))
      }),
  )

/** Of one shift by a font of the text that a document brings. */
const maxShiftOfShell = 0.001

/** Of one shift later: a slow machine lays out a word of the header after its font came. */
const maxShiftLater = 0.0001

async function store(page: Page, stored: Record<string, string>): Promise<void> {
  await page.evaluate(entries => {
    localStorage.clear()
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, stored)
}

for (const [round, { persona, scenario = 'default', comesBack = false, ...all }] of rounds.entries()) {
  const visits = isFull ? [...all.visits, ...(all.more ?? [])] : all.visits
  test(`pages load in few waves of requests and without layout shifts: ${persona ?? 'guest'}, ${scenario}, ${visits.map(({ path }) => path).join(' ')}`, async ({
    page,
    platform,
    tripwires,
  }) => {
    tripwires.allowConsole(/Failed to load resource: the server responded with a status of 4\d\d/)
    await platform.reset({ scenario })
    const shared = await shareProfile(page, platform)
    await signInByApi(page, persona ?? 'student')
    const session = { ...(await page.evaluate(() => localStorage)) }
    if (!persona) await page.context().clearCookies()
    for (const [at, { path, mark, waves, stored = {} }] of visits.entries())
      for (const width of sample(at + round, [412, 1280])) {
        const address = path === sharedProfile ? shared : path
        await page.setViewportSize({ width, height: 900 })
        await store(page, persona ? session : stored)
        for (let visit = comesBack ? 0 : 1; visit < 2; visit += 1) {
          const held = await Waves.hold(page, address)
          await page.goto(address, { waitUntil: 'commit' })
          const needed = await held.until(mark)
          if (waves)
            expect.soft(needed.length, `${path}: ${JSON.stringify(needed)}`).toBeLessThanOrEqual(waves)
          await held.letAllGo()
          if (visit < 1) continue
          const shifts = await getLayoutShifts(page)
          const visible = shifts.filter(
            ({ at, value }) => value > (at > held.shellAt ? maxShiftLater : maxShiftOfShell),
          )
          expect.soft(visible, `${path}, ${width} px`).toEqual([])
        }
      }
  })
}

/** The rendered fonts of an element. */
async function readFonts(page: Page, selector: string): Promise<string[]> {
  const debugging = await page.context().newCDPSession(page)
  await debugging.send('DOM.enable')
  await debugging.send('CSS.enable')
  const { root } = await debugging.send('DOM.getDocument')
  const { nodeId } = await debugging.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await debugging.send('CSS.getPlatformFontsForNode', { nodeId })
  await debugging.detach()
  return fonts.map(({ familyName }) => familyName)
}

/**
 * Cumulative Layout Shift of the worst case: the fonts arrive after all text. The lines of DejaVu break elsewhere; in
 * Liberation Sans the title of the home page takes a line less on a phone of 412 px, which moves all below it.
 */
const maxShiftByFonts = 0.25

for (const [path, text, family] of [
  ['/login', 'h1', 'Onest'],
  ['/', 'main h2', 'Onest'],
  ['/group/1', 'h1', 'Onest'],
  ['/group/1/task/103', '.markdown code', 'JetBrains Mono'],
] as const)
  test(`a first view shows its text at once, and its fonts when they arrive: ${path}`, async ({ page }) => {
    if (path !== '/login') await signInByApi(page, 'student')
    for (const width of [412, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      let release = () => {}
      const released = new Promise<void>(resolve => {
        release = resolve
      })
      await page.route(/\.woff2$/, async route => {
        await released
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.locator(text).first()).toBeVisible()
      await untilPainted(page)
      // React may replace the element while its fonts are read.
      await expect(async () => expect(await readFonts(page, text)).not.toContain(family)).toPass()
      release()
      await expect(async () => expect(await readFonts(page, text)).toEqual([family])).toPass()
      await page.evaluate(() => document.fonts.ready)
      const shifts = await getLayoutShifts(page)
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      await page.unrouteAll()
      expect.soft(sum, `${width} px: ${JSON.stringify(shifts)}`).toBeLessThan(maxShiftByFonts)
    }
  })
