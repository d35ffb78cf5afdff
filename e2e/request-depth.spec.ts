import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Page, type Request, type Route } from '@playwright/test'
import { loadPlaces, sharedProfile, shareProfile } from './load-places'
import { takeSession } from './people'
import { test } from './platform'
import { shiftsOf } from './shift-watch'
import { loadWidths, ofTurn } from './turns'

/** After the document and what it names: who is here, beside the code and the words of the page; then its data. */
const deepest = 2

/** What a browser shows a page without. */
const beside = new Set(['font', 'image', 'manifest', 'media'])

/** Milliseconds between what comes of one wave: a picture of its own for each. */
const pictureTime = 40

/**
 * Holds every answer of a page but those of its document and what that names, and lets them go wave by wave, each in a picture
 * of its own: what has made no room for it moves what stands.
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

  /** Resolves when all that was let go has come and the page asks for nothing more. */
  async #rest(): Promise<void> {
    for (let before = -1; before !== this.#asked || this.#open.size > 0; ) {
      before = this.#asked
      // Behind all that the page still has to do.
      await this.#page.evaluate(
        () => new Promise(done => setTimeout(() => requestIdleCallback(() => setTimeout(done, 30)), 50)),
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
      await this.#letEach(wave)
    }
  }

  async #letEach(wave: readonly Route[]): Promise<void> {
    for (const route of wave) {
      await this.#let(route)
      await sleep(pictureTime)
    }
  }

  /** Lets come what the page asks for beside its content. */
  async letAllGo(): Promise<void> {
    for (await this.#rest(); this.#held.length > 0; await this.#rest())
      await this.#letEach(this.#held.splice(0))
    await this.#page.unrouteAll({ behavior: 'ignoreErrors' })
  }
}

for (const [at, { path, persona, mark, depth = deepest }] of loadPlaces.entries()) {
  for (const width of ofTurn(at, loadWidths)) {
    test(`${path} needs ${depth} waves of requests after its shell and nothing jumps (${persona ?? 'guest'}, ${width} px)`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      const address = path === sharedProfile ? await shareProfile(page) : path
      if (persona) await takeSession(page, persona)
      const waves = await Waves.hold(page, address)
      await page.goto(address, { waitUntil: 'commit' })
      const needed = await waves.until(mark)
      expect(needed.length, JSON.stringify(needed, null, 1)).toBeLessThanOrEqual(depth)
      await waves.letAllGo()
      expect(await shiftsOf(page)).toEqual([])
    })
  }
}
