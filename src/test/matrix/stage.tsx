import { act, screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { OperationId } from '../../../mocks/operations.gen'
import type { Fault } from '../../../mocks/platform/faults'
import { announcements } from '../../lib/announce'
import { clearCooldowns } from '../../lib/cooldowns'
import { toast } from '../../lib/toast'
import { type RenderedRoute, renderRoute } from '../render-route'
import { type Failure, pause } from './columns'
import type { Mishap } from './mishaps'
import { plain, type Scene, textOf } from './scene'
import { isRefused } from './words'

/** What no failure may put before a person's eyes. */
export const nonsense = /\[object |undefined|\bNaN\b|SyntaxError|TypeError|<html|Failed to fetch/
const always = Number.POSITIVE_INFINITY
const elsewhere = '/no-such-page'
/** What a retry has to stand there for. */
const refused: Fault = { kind: 'status', status: 400 }
/** The first page of a file loads the application's code. */
const coldLoad = { timeout: 30_000 }

/** React and the router tell a developer of each failure that a boundary caught; everything else is a mistake. */
export const isTold = (told: unknown[]): boolean => told.some(one => String(one).includes('ApiError: '))

const findRetry = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main button')].find(button =>
    textOf(button).startsWith('Повторить'),
  )

/** The page of one operation, on which its outcomes are tried one after the other. */
export class Stage {
  readonly #id: OperationId
  readonly #scene: Scene
  readonly #errors: string[] = []
  #page: RenderedRoute | undefined
  #sent = 0

  constructor(id: OperationId, scene: Scene) {
    this.#id = id
    this.#scene = scene
    vi.spyOn(console, 'error').mockImplementation((...told) => {
      if (!isTold(told)) this.#errors.push(told.map(String).join(' ').slice(0, 300))
    })
  }

  close(): void {
    this.#page?.close()
    this.#page = undefined
  }

  /** Opens the page, if it does not stand yet. The fault is laid before: some pages ask as they open. */
  async #open(fault: Fault): Promise<RenderedRoute> {
    const { path, isOpening, isRetry, arrive, send, prepare, as, scenario } = this.#scene
    if (this.#page) return this.#page
    const page = await renderRoute(send || isOpening ? path : elsewhere, {
      clock: 'held',
      ...(as && { as }),
      ...(scenario && { scenario }),
      prepare: platform => {
        prepare?.(platform)
        platform.db.faults.add(this.#id, isRetry ? refused : fault, always)
      },
    })
    this.#page = page
    if (isOpening) return page
    await screen.findByRole('heading', { level: 1 }, coldLoad)
    await this.#settle(page)
    await arrive?.(page)
    return page
  }

  async #settle({ router, queryClient }: RenderedRoute): Promise<void> {
    const isIdle = () => [queryClient.isFetching(), queryClient.isMutating(), router.state.status]
    await waitFor(() => expect(isIdle()).toEqual([0, 0, 'idle']))
  }

  #calls(page: RenderedRoute): number {
    return page.calls().filter(call => call === this.#id).length
  }

  /** Makes the operation be asked while the fault stands. */
  async #send(fault: Fault): Promise<RenderedRoute> {
    if (this.#scene.isOpening) this.close()
    const page = await this.#open(fault)
    if (this.#scene.isOpening) return page
    const { faults } = page.platform.db
    faults.clear()
    faults.add(this.#id, fault, always)
    announcements.clear()
    toast.clear()
    clearCooldowns()
    this.#sent = this.#calls(page)
    if (this.#scene.send) {
      await this.#scene.send(page)
      return page
    }
    const { history } = page.router
    const comesBack = history.location.pathname !== elsewhere
    history.push(elsewhere)
    await this.#settle(page)
    // The router rests before its page is drawn and said: it would be heard as one of the next.
    if (comesBack) await waitFor(() => expect(announcements.get()).not.toEqual([]))
    // As on a first visit: neither cache knows anything of the page.
    page.queryClient.clear()
    page.router.clearCache()
    announcements.clear()
    history.push(this.#scene.path)
    return page
  }

  #says(words: readonly (string | RegExp)[], where = this.#scene.place): void {
    const text = textOf(where())
    for (const word of words)
      if (typeof word === 'string') expect(text).toContain(plain(word))
      else expect(text).toMatch(word)
  }

  /** Every page has one title, no word of a machine, and no failure that was told nowhere or twice. */
  #isSound(): void {
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    expect(textOf(document.body)).not.toMatch(nonsense)
    expect(document.querySelector('[data-toaster]')?.textContent ?? '').toBe('')
    expect(this.#errors.splice(0)).toEqual([])
  }

  async fail(failure: Failure): Promise<void> {
    const page = await this.#send(failure.fault)
    await waitFor(() => expect(this.#calls(page)).toBeGreaterThan(this.#sent))
    await waitFor(() => {
      // What is asked again before it fails waits for its time.
      if (this.#scene.isOpening) act(() => page.pass(1000))
      this.#says(this.#scene.says(failure))
    })
    await this.#settle(page)
    this.#says(this.#scene.says(failure))
    this.#isSound()
    this.#offersRetry(failure)
    if (!this.#scene.send && !this.#scene.isOpening) this.#hasSaidTitle()
    if (this.#scene.ends?.(failure)) this.close()
    else act(() => page.pass((failure.error.status === 429 ? pause + 1 : 61) * 1000))
  }

  /** A page that failed to load can be tried again, unless the application has said no. */
  #offersRetry(failure: Failure): void {
    const { send, isRetryable = one => !isRefused(one) } = this.#scene
    if (!send) expect(findRetry() !== undefined, 'whether there is a Retry').toBe(isRetryable(failure))
  }

  /** Who does not see the page hears what it is, also when it is a failure; a closed group's name comes a moment later. */
  #hasSaidTitle(): void {
    const title = `${textOf(document.querySelector('h1'))} · Флагман`
    expect(document.title).toBe(title)
    const said = announcements.get().map(({ text }) => text)
    expect(said).toEqual([said[0] === 'Группа · Флагман' ? said[0] : title])
  }

  /** The answer is held back, and then it is the right one. */
  async succeed(): Promise<void> {
    let answer = () => {}
    const until = new Promise<void>(resolve => {
      answer = resolve
    })
    const page = await this.#send({ kind: 'wait', until })
    await this.#isOnItsWay()
    answer()
    await this.#isDone(page)
  }

  async #isOnItsWay(): Promise<void> {
    const isBusy = () => this.#scene.place()?.querySelector('[aria-busy=true]') != null
    await waitFor(() => expect((this.#scene.isPending ?? isBusy)()).toBe(true))
  }

  async #isDone(page: RenderedRoute): Promise<void> {
    const { words, where } = this.#scene.done
    await waitFor(() => this.#says(words, where))
    await this.#settle(page)
    this.#isSound()
  }

  /** A fault of any kind ends in data, in words or on its way; trying again works where `isRetried`, and by a page's own button. */
  async survive(mishap: Mishap, isRetried: boolean): Promise<void> {
    if (mishap.end === 'words') {
      await this.fail(mishap)
      if (this.#page) await this.#tryAgain(this.#page, isRetried)
      return
    }
    const page = await this.#send(mishap.fault)
    if (mishap.end === 'silent') await this.#isOnItsWay()
    else if (mishap.end === 'late') await this.#isDone(page)
    else await this.#isDoneOrSays(page, mishap)
    this.close()
  }

  /** What was done although its answer was lost may show as done, or as the failure. */
  async #isDoneOrSays(page: RenderedRoute, failure: Failure): Promise<void> {
    const { words, where } = this.#scene.done
    await waitFor(() => {
      act(() => page.pass(1000))
      try {
        this.#says(words, where)
      } catch {
        this.#says(this.#scene.says(failure))
      }
    })
    await this.#settle(page)
    this.#isSound()
  }

  /** Once the fault is over, the retry of a page leads to its data, and what was sent can be sent again. */
  async #tryAgain(page: RenderedRoute, isRetried: boolean): Promise<void> {
    const { send } = this.#scene
    if (send && !isRetried) return
    page.platform.db.faults.clear()
    if (send) await send(page)
    else {
      const retry = findRetry()
      if (!retry) return
      await page.user.click(retry)
    }
    await this.#isDone(page)
    if (send) this.close()
  }
}
