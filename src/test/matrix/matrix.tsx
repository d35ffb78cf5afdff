import { act, fireEvent, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { OperationId } from '../../../mocks/operations.gen'
import type { Fault } from '../../../mocks/platform/faults'
import { announcements } from '../../lib/announce'
import { clearCooldowns } from '../../lib/cooldowns'
import { toast } from '../../lib/toast'
import { holdAnswer } from '../hold-answer'
import { anyOf, beforePlaceholder, ru } from '../messages'
import { withQuickRetries } from '../quick-retries'
import { type RenderedRoute, renderRoute } from '../render-route'
import { type Failure, getFailures, isRejected, RETRY_AFTER_SECONDS } from './failures'
import {
  collectConsoleErrors,
  expectMessages,
  findRetryButtons,
  findTitle,
  getText,
  type Messages,
  main,
  nonsense,
  type OperationCase,
} from './page'

/** A page without requests. */
const EMPTY_PAGE = '/no-such-page'
const ALWAYS = Number.POSITIVE_INFINITY

const NOT_PENDING =
  'Nothing shows that the request is pending: no element in `area` has aria-busy=true. A control that shows its new ' +
  'state before the answer needs `isPending` in its case, which says what the page shows meanwhile.'

const waitMessages = anyOf(
  ...[
    ru.common.retryIn,
    ru.common['verify.sendIn'],
    ru.feedback['refused.wait'],
    ru.recovery['reset.wait'],
  ].map(beforePlaceholder),
)

const readFields = (): string[] =>
  [...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea')].map(
    ({ value }) => value,
  )

/** The page of one operation, reused for its outcomes. */
class OperationPage {
  readonly #id: OperationId
  readonly #case: OperationCase
  readonly #consoleErrors = collectConsoleErrors()
  #page: RenderedRoute | undefined
  #callsBefore = 0
  #typed: string[] = []

  constructor(id: OperationId, operationCase: OperationCase) {
    this.#id = id
    this.#case = operationCase
  }

  close(): void {
    this.#page?.close()
    this.#page = undefined
  }

  async #render(path: string, fault: Fault): Promise<RenderedRoute> {
    const { as, scenario, prepare } = this.#case
    this.#callsBefore = 0
    this.#page = await renderRoute(path, {
      clock: 'held',
      ...(as && { as }),
      ...(scenario && { scenario }),
      prepare: platform => {
        prepare?.(platform)
        platform.db.faults.add(this.#id, fault, ALWAYS)
      },
    })
    return this.#page
  }

  /** Some pages request the operation on load, so the fault is there first. */
  async #open(fault: Fault): Promise<RenderedRoute> {
    const { path, isRetry, setUp, trigger } = this.#case
    const page = await this.#render(
      trigger ? path : EMPTY_PAGE,
      isRetry ? { kind: 'status', status: 400 } : fault,
    )
    await findTitle()
    await this.#settle(page)
    await setUp?.()
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
    const { path, isInitial, trigger } = this.#case
    if (isInitial) {
      this.close()
      return this.#render(path, fault)
    }
    const page = this.#page ?? (await this.#open(fault))
    const { faults } = page.platform.db
    faults.clear()
    faults.add(this.#id, fault, ALWAYS)
    toast.clear()
    clearCooldowns()
    announcements.clear()
    this.#callsBefore = this.#countCalls(page)
    if (trigger) await trigger(page)
    else await this.#visit(page)
    this.#typed = readFields()
    return page
  }

  /** Goes to the page as on a first visit. */
  async #visit({ router, queryClient }: RenderedRoute): Promise<void> {
    const { history } = router
    if (history.location.pathname !== EMPTY_PAGE) {
      history.push(EMPTY_PAGE)
      // The router is idle before the empty page is announced, which would count as an announcement of the next page.
      await waitFor(() => expect(announcements.get()).not.toEqual([]))
    }
    queryClient.clear()
    router.clearCache()
    announcements.clear()
    history.push(this.#case.path)
  }

  /** Waits for the messages, and checks the whole page. */
  async #expectOutcome(page: RenderedRoute, expectOutcome: () => void): Promise<void> {
    await waitFor(() => {
      // Lets automatic retries happen.
      if (this.#case.isInitial) act(() => page.pass(1000))
      expectOutcome()
    })
    await this.#settle(page)
    expectOutcome()
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    expect(getText(document.body)).not.toMatch(nonsense)
    expect(document.querySelector('[data-toaster]')?.textContent ?? '').toBe('')
    const errors = this.#consoleErrors.splice(0)
    expect(errors, errors.join(', ')).toEqual([])
  }

  #expectSuccess(): void {
    const { success, area } = this.#case
    expectMessages(success.messages, (success.area ?? area)())
  }

  #expectError(failure: Failure): void {
    const { explained, errorMessages, area } = this.#case
    const messages: Messages = explained?.[failure.name] ?? errorMessages(failure)
    expectMessages(messages, area())
  }

  /** Expects the messages of the failure, and of a load a retry where one is due. */
  async expectFailure(failure: Failure): Promise<void> {
    const {
      isInitial,
      trigger,
      needsNewPage,
      ignoresRetryAfter,
      isRetryable = one => !isRejected(one),
    } = this.#case
    const page = await this.#request(failure.fault)
    await waitFor(() => expect(this.#countCalls(page)).toBeGreaterThan(this.#callsBefore))
    if (failure.mayBeDone) {
      await this.#expectOutcome(page, () => {
        act(() => page.pass(1000))
        try {
          this.#expectSuccess()
        } catch {
          this.#expectError(failure)
        }
      })
      this.close()
      return
    }
    await this.#expectOutcome(page, () => this.#expectError(failure))
    if (!trigger)
      expect(
        findRetryButtons().length > 0,
        'a retry is offered unless the status is 4xx other than 429: see canRetry()',
      ).toBe(isRetryable(failure))
    if (!trigger && !isInitial) this.#expectTitleAnnounced()
    if (needsNewPage?.(failure)) {
      this.close()
      return
    }
    if (trigger) expect(readFields(), 'what was typed').toEqual(this.#typed)
    if (failure.error.status !== 429) return
    if (trigger && !ignoresRetryAfter) await this.#expectPause(page)
    act(() => page.pass((RETRY_AFTER_SECONDS + 1) * 1000))
  }

  /** Until Retry-After has passed the page names the seconds left and sends nothing. */
  async #expectPause(page: RenderedRoute): Promise<void> {
    const area = this.#case.area()
    expect(getText(area)).toMatch(waitMessages)
    const calls = this.#countCalls(page)
    for (const button of area?.querySelectorAll('button[aria-disabled=true]') ?? []) fireEvent.click(button)
    await this.#settle(page)
    expect(this.#countCalls(page), 'calls during the pause').toBe(calls)
  }

  /** The title of the page is announced, for an error page too; the name of a closed group follows a generic title. */
  #expectTitleAnnounced(): void {
    const title = `${getText(document.querySelector('h1'))} · ${ru.common.product}`
    expect(document.title).toBe(title)
    const announced = announcements.get().map(({ text }) => text)
    const generic = `${ru.groups['refused.group']} · ${ru.common.product}`
    expect(announced).toEqual([announced[0] === generic ? generic : title])
  }

  /** Expects that the retry of a failed load succeeds. */
  async expectRetry(): Promise<void> {
    const page = this.#page
    const [button] = findRetryButtons()
    if (!page || !button) throw new Error('There is no retry.')
    page.platform.db.faults.clear()
    act(() => button.click())
    await this.#expectOutcome(page, () => this.#expectSuccess())
  }

  /** Expects a pending state, and then the success. */
  async expectSlowSuccess(): Promise<void> {
    const { fault, answer } = holdAnswer()
    const page = await this.#request(fault)
    const isBusy = () => this.#case.area()?.querySelector('[aria-busy=true]') != null
    await waitFor(() => {
      if (!(this.#case.isPending ?? isBusy)()) throw new Error(NOT_PENDING)
    })
    answer()
    await this.#expectOutcome(page, () => this.#expectSuccess())
  }
}

/** One test per operation, which tries its outcomes one after another on its page. */
export const testOutcomes = (cases: Readonly<Partial<Record<OperationId, OperationCase>>>): void => {
  withQuickRetries()
  test.each(Object.entries(cases) as [OperationId, OperationCase][])(
    'N01 N07 N16 A24 %s: its failures, and a slow success',
    async (id, operationCase) => {
      onTestFinished(() => void vi.restoreAllMocks())
      const page = new OperationPage(id, operationCase)
      const failed: string[] = []
      const run = (outcome: string, check: () => Promise<void>) =>
        check().catch((error: unknown) => {
          const message = error instanceof Error ? error.message.slice(0, 700) : error
          const shown = getText(operationCase.area() ?? main()).slice(0, 700)
          failed.push(`${id}, ${outcome}: ${message}\nThe page: ${shown}`)
          page.close()
        })
      for (const failure of getFailures(id, operationCase.explained ?? {}))
        await run(failure.name, () => page.expectFailure(failure))
      // The last failure was a network error.
      if (!operationCase.trigger) await run('retry', () => page.expectRetry())
      await run('slow success', () => page.expectSlowSuccess())
      expect(failed.join('\n\n')).toBe('')
    },
    180_000,
  )
}
