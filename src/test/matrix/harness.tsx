import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { OperationId } from '../../../mocks/operations.gen'
import type { Fault } from '../../../mocks/platform/faults'
import { announcements } from '../../lib/announce'
import { clearCooldowns } from '../../lib/cooldowns'
import { toast } from '../../lib/toast'
import { ru } from '../messages'
import { withQuickRetries } from '../quick-retries'
import { type RenderedRoute, renderRoute } from '../render-route'
import { getCases } from './cases'
import { isRejected } from './error-texts'
import {
  type Failure,
  type GenericFailure,
  getDocumentedFailures,
  getGenericFailures,
  RETRY_AFTER_SECONDS,
  sampleGenericFailures,
} from './failures'
import type { OperationCase, Texts } from './operation-case'
import { main, normalize, textOf } from './page'

/** What no page may show. */
export const nonsense = /\[object |undefined|\bNaN\b|SyntaxError|TypeError|<html|Failed to fetch/
const ALWAYS = Number.POSITIVE_INFINITY
/** A page without requests. */
const EMPTY_PAGE = '/no-such-page'
/** The first page of a test file also loads the code. */
const firstLoad = { timeout: 30_000 }

/** Collects console errors, except those that React and the router log for an error caught by a boundary. */
export const collectConsoleErrors = (): string[] => {
  const errors: string[] = []
  vi.spyOn(console, 'error').mockImplementation((...args) => {
    const isCaught = args.some(one => String(one).includes('ApiError: '))
    if (!isCaught) errors.push(args.map(String).join(' ').slice(0, 300))
  })
  return errors
}

/** The retry buttons of the page, also while they count down. */
export const findRetryButtons = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main button')].filter(button =>
    textOf(button).startsWith(ru.common.retry),
  )

/** Throws unless the area contains all texts. */
export const expectTexts = (texts: Texts, area: Element | null): void => {
  const content = textOf(area)
  for (const text of texts)
    if (typeof text === 'string') expect(content).toContain(normalize(text))
    else expect(content).toMatch(text)
}

/** The page of one operation, reused for its outcomes. */
class OperationHarness {
  readonly #id: OperationId
  readonly #case: OperationCase
  readonly #consoleErrors = collectConsoleErrors()
  #page: RenderedRoute | undefined
  #callsBefore = 0

  constructor(id: OperationId, operationCase: OperationCase) {
    this.#id = id
    this.#case = operationCase
  }

  close(): void {
    this.#page?.close()
    this.#page = undefined
  }

  /** Opens the page unless it is open. The fault is added first, because some pages request the operation on load. */
  async #open(fault: Fault): Promise<RenderedRoute> {
    const { path, isInitial, isRetry, setUp, trigger, prepare, as, scenario } = this.#case
    if (this.#page) return this.#page
    const page = await renderRoute(trigger || isInitial ? path : EMPTY_PAGE, {
      clock: 'held',
      ...(as && { as }),
      ...(scenario && { scenario }),
      prepare: platform => {
        prepare?.(platform)
        platform.db.faults.add(this.#id, isRetry ? { kind: 'status', status: 400 } : fault, ALWAYS)
      },
    })
    this.#page = page
    if (isInitial) return page
    await screen.findByRole('heading', { level: 1 }, firstLoad)
    await this.#settle(page)
    await setUp?.(page)
    return page
  }

  async #settle({ router, queryClient }: RenderedRoute): Promise<void> {
    const getState = () => [queryClient.isFetching(), queryClient.isMutating(), router.state.status]
    await waitFor(() => expect(getState()).toEqual([0, 0, 'idle']))
  }

  #countCalls(page: RenderedRoute): number {
    return page.calls().filter(call => call === this.#id).length
  }

  /** Triggers the operation with a fault. */
  async #request(fault: Fault): Promise<RenderedRoute> {
    if (this.#case.isInitial) this.close()
    const page = await this.#open(fault)
    if (this.#case.isInitial) return page
    const { faults } = page.platform.db
    faults.clear()
    faults.add(this.#id, fault, ALWAYS)
    announcements.clear()
    toast.clear()
    clearCooldowns()
    this.#callsBefore = this.#countCalls(page)
    if (this.#case.trigger) {
      await this.#case.trigger(page)
      return page
    }
    const { history } = page.router
    const isReturning = history.location.pathname !== EMPTY_PAGE
    history.push(EMPTY_PAGE)
    await this.#settle(page)
    // The router is idle before the empty page is announced, which would count as an announcement of the next page.
    if (isReturning) await waitFor(() => expect(announcements.get()).not.toEqual([]))
    // As on the first visit.
    page.queryClient.clear()
    page.router.clearCache()
    announcements.clear()
    history.push(this.#case.path)
    return page
  }

  #expectTexts(texts: Texts, area = this.#case.area): void {
    expectTexts(texts, area())
  }

  #expectValidPage(): void {
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    expect(textOf(document.body)).not.toMatch(nonsense)
    expect(document.querySelector('[data-toaster]')?.textContent ?? '').toBe('')
    expect(this.#consoleErrors.splice(0)).toEqual([])
  }

  /** Expects the texts of an error, and a retry where one is due. */
  async expectFailure(failure: Failure): Promise<void> {
    const { isInitial, trigger, needsNewPage, isRetryable = one => !isRejected(one) } = this.#case
    const page = await this.#request(failure.fault)
    await waitFor(() => expect(this.#countCalls(page)).toBeGreaterThan(this.#callsBefore))
    const texts = this.#case.errorTexts(failure)
    await waitFor(() => {
      // Lets automatic retries happen.
      if (isInitial) act(() => page.pass(1000))
      this.#expectTexts(texts)
    })
    await this.#settle(page)
    this.#expectTexts(texts)
    this.#expectValidPage()
    if (!trigger) expect(findRetryButtons().length > 0, 'whether there is a retry').toBe(isRetryable(failure))
    if (!trigger && !isInitial) this.#expectTitleAnnounced()
    if (needsNewPage?.(failure)) this.close()
    else act(() => page.pass((failure.error.status === 429 ? RETRY_AFTER_SECONDS + 1 : 61) * 1000))
  }

  /** The title of the page is announced, for an error page too; the name of a closed group follows a generic title. */
  #expectTitleAnnounced(): void {
    const title = `${textOf(document.querySelector('h1'))} · ${ru.common.product}`
    expect(document.title).toBe(title)
    const announced = announcements.get().map(({ text }) => text)
    const generic = `${ru.groups['refused.group']} · ${ru.common.product}`
    expect(announced).toEqual([announced[0] === generic ? generic : title])
  }

  /** Expects a pending state, and then the success. */
  async expectSlowSuccess(): Promise<void> {
    let answer = () => {}
    const until = new Promise<void>(resolve => {
      answer = resolve
    })
    const page = await this.#request({ kind: 'wait', until })
    await this.#expectPending()
    answer()
    await this.#expectSuccess(page)
  }

  async #expectPending(): Promise<void> {
    const isBusy = () => this.#case.area()?.querySelector('[aria-busy=true]') != null
    await waitFor(() => expect((this.#case.isPending ?? isBusy)()).toBe(true))
  }

  async #expectSuccess(page: RenderedRoute): Promise<void> {
    const { texts, area } = this.#case.success
    await waitFor(() => this.#expectTexts(texts, area))
    await this.#settle(page)
    this.#expectValidPage()
  }

  /** Expects data, an error or a pending state; after an error, a retry (of writes if `isRetried`) must succeed. */
  async expectHandled(failure: GenericFailure, isRetried: boolean): Promise<void> {
    if (failure.outcome === 'error') {
      await this.expectFailure(failure)
      if (this.#page) await this.#retry(this.#page, isRetried)
      return
    }
    const page = await this.#request(failure.fault)
    if (failure.outcome === 'silent') await this.#expectPending()
    else if (failure.outcome === 'delayed') await this.#expectSuccess(page)
    else await this.#expectSuccessOrError(page, failure)
    this.close()
  }

  async #expectSuccessOrError(page: RenderedRoute, failure: Failure): Promise<void> {
    const { texts, area } = this.#case.success
    await waitFor(() => {
      act(() => page.pass(1000))
      try {
        this.#expectTexts(texts, area)
      } catch {
        this.#expectTexts(this.#case.errorTexts(failure))
      }
    })
    await this.#settle(page)
    this.#expectValidPage()
  }

  async #retry(page: RenderedRoute, isRetried: boolean): Promise<void> {
    const { trigger } = this.#case
    if (trigger && !isRetried) return
    page.platform.db.faults.clear()
    if (trigger) await trigger(page)
    else {
      const [button] = findRetryButtons()
      if (!button) return
      await page.user.click(button)
    }
    await this.#expectSuccess(page)
    if (trigger) this.close()
  }
}

const isFull = process.env.FLAGSHIP_TESTS === 'full'
const [PAGE_TIMEOUT_MS, OUTCOME_TIMEOUT_MS] = [30_000, 10_000]
/** Another seed takes another sample: `FAULT_SEED=7 npx vitest run src/test/matrix`. */
const seed = process.env.FAULT_SEED ?? '20261122'

/**
 * One test per operation: every error of the contract, a network error, a slow success, and a sample of generic faults
 * (`npm run test:full`: all of them, each followed by a retry).
 */
export const testCases = (part: Parameters<typeof getCases>[0]): void => {
  withQuickRetries()
  for (const [id, operationCase] of getCases(part)) {
    const documented = getDocumentedFailures(id)
    const generic = isFull ? getGenericFailures(id) : sampleGenericFailures(id, seed)
    test(
      `N01 N16 ${id}: every documented error, generic faults (seed ${seed}), no answer, and a slow success`,
      async () => {
        onTestFinished(() => {
          vi.restoreAllMocks()
        })
        const harness = new OperationHarness(id, operationCase)
        const failed: string[] = []
        const run = async (name: string, check: () => Promise<void>) => {
          try {
            await check()
          } catch (error) {
            const message = error instanceof Error ? error.message : String(error)
            failed.push(`${name}: ${message.slice(0, 700)}\nThe page: ${textOf(main()).slice(0, 700)}`)
            harness.close()
          }
        }
        for (const failure of documented) await run(failure.name, () => harness.expectFailure(failure))
        for (const failure of generic)
          await run(`any ${failure.name}`, () => harness.expectHandled(failure, isFull))
        await run('slow success', () => harness.expectSlowSuccess())
        expect(failed.join('\n\n')).toBe('')
      },
      PAGE_TIMEOUT_MS + OUTCOME_TIMEOUT_MS * (documented.length + generic.length + 1),
    )
  }
}
