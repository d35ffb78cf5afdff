import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Page, type Request, type Route } from '@playwright/test'
import { getLayoutShifts } from './layout-shifts'
import { test } from './platform'
import { others } from './profile-steps'
import { LOAD_WIDTHS_PX, shard } from './shard'
import { type Persona, personaPassword, signInByApi } from './users'

/** A path and the user who opens it. */
interface LoadedPage {
  path: string
  persona: Exclude<Persona, 'lms'> | null
  /** Visible when the content has loaded. */
  mark: string
  /** Waves of requests after the shell, if not the default, with the reason. */
  depth?: number
  /** Loads like another page of the list. */
  isLikeOthers?: boolean
}

/** Placeholder for the path that `shareProfile` returns. */
const sharedProfile = '/profile/shared'

/** Every route with content of its own, for members and guests. */
const loadedPages: readonly LoadedPage[] = [
  { path: '/', persona: 'student', mark: 'main li h3' },
  { path: '/groups', persona: 'student', mark: 'main li h3', isLikeOthers: true },
  { path: '/group/1', persona: 'student', mark: 'main section li a' },
  {
    path: '/group/1/task/101',
    persona: 'student',
    mark: 'section[aria-labelledby="description"] .markdown p',
  },
  { path: '/group/1/leaderboard', persona: 'student', mark: 'main tbody tr[aria-current=true]' },
  { path: '/competencies', persona: 'student', mark: 'main section' },
  { path: `/competencies/${others.open}`, persona: 'student', mark: 'main section', isLikeOthers: true },
  // The task is known only after the response.
  {
    path: '/moodle/sec-autumn-26/4101',
    persona: 'student',
    mark: 'section[aria-labelledby="description"]',
    depth: 3,
  },
  { path: '/contacts', persona: 'student', mark: 'main dl', isLikeOthers: true },
  { path: '/legal', persona: 'student', mark: 'main h2', isLikeOthers: true },
  // The list of groups says whether the reader is a member; guests have none.
  { path: '/invite/EXAM-ANALYST', persona: 'student', mark: 'main form input[name=password]', depth: 3 },
  { path: sharedProfile, persona: 'student', mark: 'main section', isLikeOthers: true },
  // Login pages redirect signed-in users.
  { path: '/login', persona: 'student', mark: 'main li h3', isLikeOthers: true },
  { path: '/login', persona: null, mark: 'main form input[name=username]', depth: 1 },
  { path: '/registration', persona: null, mark: 'main form input', depth: 1 },
  { path: '/reset-password', persona: null, mark: 'main form input', depth: 1, isLikeOthers: true },
  // A guest who opens a page of members is redirected by the first load.
  { path: '/groups', persona: null, mark: 'main form input[name=username]', depth: 1 },
  { path: '/contacts', persona: null, mark: 'main dl', isLikeOthers: true },
  { path: '/legal', persona: null, mark: 'main h2' },
  { path: '/invite/EXAM-ANALYST', persona: null, mark: 'main a[href^="/login?invite"]' },
  { path: sharedProfile, persona: null, mark: 'main section' },
]

/** Shares the student's profile by the API and returns its path. */
async function shareProfile(page: Page): Promise<string> {
  const data = { username: 'student', password: personaPassword }
  const login = await page.request.post('/api/auth/login', { data })
  const { access_token: token } = await login.json()
  const headers = { Authorization: `Bearer ${token}` }
  const { link } = await (await page.request.post('/api/user/profile/shared', { headers })).json()
  await page.context().clearCookies({ name: /token/ })
  return `/profile/${link}`
}

/** After the document and its resources: the session, code and messages; then the data. */
const deepest = 2

/** Resources that do not block the page. */
const beside = new Set(['font', 'image', 'manifest', 'media'])

/** `npm test` skips pages that load like another one. */
const sampledPages =
  process.env.FLAGSHIP_TESTS === 'full' ? loadedPages : loadedPages.filter(page => !page.isLikeOthers)

/** Milliseconds between responses, so that each has a frame of its own. */
const pictureTime = 40

/**
 * Holds back every response except those of the document and its resources, and releases them wave by wave, each
 * in a frame of its own, to reveal layout shifts.
 */
class Waves {
  readonly #page: Page
  readonly #shell: ReadonlySet<string>
  #held: Route[] = []
  #asked = 0
  #open = new Set<Request>()

  private constructor(page: Page, shell: ReadonlySet<string>) {
    this.#page = page
    this.#shell = shell
  }

  static async hold(page: Page, path: string): Promise<Waves> {
    const document = await (await page.request.get(path, { headers: { Accept: 'text/html' } })).text()
    const named = [...document.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file = '']) => file)
    const waves = new Waves(page, new Set([path, ...named]))
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
    const isOfShell = beside.has(request.resourceType()) || this.#shell.has(pathname)
    if (isOfShell) return this.#let(route)
    this.#held.push(route)
    return undefined
  }

  #let(route: Route): Promise<void> {
    this.#open.add(route.request())
    return route.continue()
  }

  /** Resolves when all released responses have arrived and no more are requested. */
  async #rest(): Promise<void> {
    for (let before = -1; before !== this.#asked || this.#open.size > 0; ) {
      before = this.#asked
      // After the pending work of the page.
      await this.#page.evaluate(
        () => new Promise(done => setTimeout(() => requestIdleCallback(() => setTimeout(done, 30)), 50)),
      )
    }
  }

  /** The waves until the content is visible; the URLs of each. */
  async until(mark: string): Promise<string[][]> {
    const waves: string[][] = []
    for (;;) {
      await this.#rest()
      const isThere = await this.#page.locator(mark).first().isVisible()
      if (isThere || this.#held.length === 0) {
        expect(isThere, `${mark} after ${JSON.stringify(waves)}`).toBe(true)
        return waves
      }
      const wave = this.#held.splice(0)
      waves.push(wave.map(route => new URL(route.request().url()).pathname))
      await this.#letEach(wave)
    }
  }

  async #letEach(wave: readonly Route[]): Promise<void> {
    for (const route of wave) {
      await this.#let(route)
      await sleep(pictureTime)
    }
  }

  /** Releases the remaining requests. */
  async letAllGo(): Promise<void> {
    for (await this.#rest(); this.#held.length > 0; await this.#rest())
      await this.#letEach(this.#held.splice(0))
    await this.#page.unrouteAll({ behavior: 'ignoreErrors' })
  }
}

for (const [at, { path, persona, mark, depth = deepest }] of sampledPages.entries()) {
  for (const width of shard(at, LOAD_WIDTHS_PX)) {
    test(`${path} needs ${depth} waves of requests after its shell, without layout shifts (${persona ?? 'guest'}, ${width} px)`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      const address = path === sharedProfile ? await shareProfile(page) : path
      if (persona) await signInByApi(page, persona)
      const waves = await Waves.hold(page, address)
      await page.goto(address, { waitUntil: 'commit' })
      const needed = await waves.until(mark)
      expect(needed.length, JSON.stringify(needed, null, 1)).toBeLessThanOrEqual(depth)
      await waves.letAllGo()
      expect(await getLayoutShifts(page)).toEqual([])
    })
  }
}
