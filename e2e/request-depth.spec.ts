import { expect, type Page, type Request, type Route } from '@playwright/test'
import { type Persona, takeSession } from './people'
import { test } from './platform'

/** After the document and what it names: who is here, beside the code and the words of the page; then its data. */
const deepest = 2

interface Place {
  path: string
  persona: Exclude<Persona, 'lms'> | null
  /** What stands when the content is there. */
  mark: string
  /** Where it is not that of all, and why. */
  depth?: number
}

const places: readonly Place[] = [
  { path: '/', persona: 'student', mark: 'main li h3' },
  { path: '/groups', persona: 'student', mark: 'main li h3' },
  { path: '/group/1', persona: 'student', mark: 'main section li a' },
  {
    path: '/group/1/task/101',
    persona: 'student',
    mark: 'section[aria-labelledby="description"] .markdown p',
  },
  { path: '/group/1/leaderboard', persona: 'student', mark: 'main tbody tr[aria-current=true]' },
  { path: '/competencies', persona: 'student', mark: 'main section' },
  // Which task it is only the answer says, and only then can the task be asked for.
  {
    path: '/moodle/sec-autumn-26/4101',
    persona: 'student',
    mark: 'section[aria-labelledby="description"]',
    depth: 3,
  },
  { path: '/contacts', persona: 'student', mark: 'main dl' },
  { path: '/legal', persona: 'student', mark: 'main h2' },
  // The address of a way in leads a signed-in person home.
  { path: '/login', persona: 'student', mark: 'main li h3' },
  { path: '/login', persona: null, mark: 'main form input[name=username]', depth: 1 },
  { path: '/registration', persona: null, mark: 'main form input', depth: 1 },
  { path: '/reset-password', persona: null, mark: 'main form input', depth: 1 },
  // A guest who asks for a page of members is led to the login by what is in the first load.
  { path: '/groups', persona: null, mark: 'main form input[name=username]', depth: 1 },
  { path: '/contacts', persona: null, mark: 'main dl' },
  { path: '/legal', persona: null, mark: 'main h2' },
]

/** What a browser shows a page without. */
const beside = new Set(['font', 'image', 'manifest', 'media'])

/** Holds every answer of a page but those of its document and what that names, and lets them go wave by wave. */
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

  /** Resolves when all that was let go has come and the page asks for nothing more. */
  async #rest(): Promise<void> {
    for (let before = -1; before !== this.#asked || this.#open.size > 0; ) {
      before = this.#asked
      // Behind all that the page still has to do.
      await this.#page.evaluate(
        () => new Promise(done => setTimeout(() => requestIdleCallback(() => setTimeout(done, 50)), 100)),
      )
    }
  }

  /** How many waves the page needs until the mark stands; the addresses of each. */
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
      await Promise.all(wave.map(route => this.#let(route)))
    }
  }

  async letAllGo(): Promise<void> {
    await this.#page.unrouteAll({ behavior: 'ignoreErrors' })
    await Promise.all(this.#held.map(route => route.continue().catch(() => {})))
  }
}

for (const { path, persona, mark, depth = deepest } of places) {
  test(`${path} needs ${depth} waves of requests after its shell (${persona ?? 'guest'})`, async ({
    page,
  }) => {
    if (persona) await takeSession(page, persona)
    const waves = await Waves.hold(page, path)
    await page.goto(path, { waitUntil: 'commit' })
    const needed = await waves.until(mark)
    expect(needed.length, JSON.stringify(needed, null, 1)).toBeLessThanOrEqual(depth)
    await waves.letAllGo()
  })
}
