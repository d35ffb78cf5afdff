import { act, fireEvent, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { applyControl } from '../../mocks/control/apply-control'
import type { Chaos } from '../../mocks/control/mock-controls'
import { operationTable } from '../../mocks/operations.gen'
import { chaosFault, chaosKey } from '../../mocks/platform/chaos'
import type { Fault } from '../../mocks/platform/faults'
import { REFRESH_TIMEOUT_MS } from '../api/refresh'
import { findRetryButtons, nonsense } from './matrix/harness'
import { textOf } from './matrix/page'
import { anyOf, ru } from './messages'
import type { RenderedRoute } from './render-route'

const EMPTY_PAGE = '/no-such-page'
const loadingTexts = anyOf(ru.common.loading, ru.lms['task.resolving'], ru.invite['start.pending'])
/** The time that passes with each poll, for page and platform. */
const STEP_MS = 1000
/** Polls without a change, one every 50 ms, after which a page with unanswered calls is settled. */
const SETTLED_POLLS = 5
/** An unanswered refresh ends by a timeout. */
const REFRESH_TIMEOUT_POLLS = REFRESH_TIMEOUT_MS / STEP_MS + SETTLED_POLLS

/** A fault that a call has met. */
interface MetFault {
  operationId: string
  n: number
  fault: Fault
}

/** A page while the platform has random faults. */
export class ChaosHarness {
  readonly #page: RenderedRoute
  readonly #path: string
  readonly #chaos: Chaos

  constructor(page: RenderedRoute, path: string, chaos: Chaos) {
    this.#page = page
    this.#path = path
    this.#chaos = chaos
  }

  #countCalls(operationId: string): number {
    return this.#page.platform.db.tables.counters.get(chaosKey(operationId))?.last ?? 0
  }

  /** Whether the operation has been called since the chaos began. */
  wasCalled(operationId: string): boolean {
    return this.#countCalls(operationId) > 0
  }

  /** The faults so far, as planned by the seed. */
  getFaults(): MetFault[] {
    return operationTable.flatMap(operation =>
      Array.from({ length: this.#countCalls(operation.operationId) }, (_, at) => at + 1).flatMap(n => {
        const fault = chaosFault(this.#chaos, operation, n)
        return fault ? [{ operationId: operation.operationId, n, fault }] : []
      }),
    )
  }

  #isIdle(): boolean {
    const { queryClient } = this.#page
    return (
      queryClient.isFetching() + queryClient.isMutating() === 0 && this.#page.router.state.status === 'idle'
    )
  }

  /** Passes time, a step every 50 ms, until the check succeeds. */
  async #passUntil(check: () => void): Promise<void> {
    const poll = () => {
      act(() => this.#page.pass(STEP_MS))
      check()
    }
    // An empty container: otherwise `waitFor` also polls after each DOM change, and a ticking clock would leave no time for
    // answers.
    await waitFor(poll, { timeout: 15_000, container: document.createElement('div') })
  }

  /** Calls without an answer. */
  #getUnanswered(): MetFault[] {
    return this.getFaults().filter(({ fault }) => fault.kind === 'never')
  }

  /** Whether the page waits only for calls that never end. */
  #isHung(): boolean {
    const unanswered = this.#getUnanswered()
    const done = this.#page.calls()
    const open = operationTable.filter(({ operationId }) => {
      const lost = unanswered.filter(one => one.operationId === operationId).length
      return this.#countCalls(operationId) - done.filter(one => one === operationId).length > lost
    })
    return unanswered.length > 0 && open.length === 0
  }

  /** Passes time until the page is settled; true if it still waits for unanswered calls. */
  async settle(): Promise<boolean> {
    let polls = 0
    let last = ''
    await this.#passUntil(() => {
      const now = `${this.#isIdle()} ${this.#page.calls().length} ${this.getFaults().length}`
      polls = now === last ? polls + 1 : 0
      last = now
      const isLimited = this.#getUnanswered().some(({ operationId }) => operationId === 'refreshSession')
      const enough = isLimited ? REFRESH_TIMEOUT_POLLS : SETTLED_POLLS
      const isOver = this.#isIdle() ? polls >= 1 : this.#isHung() && polls >= enough
      expect(isOver).toBe(true)
    })
    return !this.#isIdle()
  }

  get isLoggedOut(): boolean {
    return this.#page.router.state.location.pathname === '/login'
  }

  /** Whether a refresh was rejected: any error but 429 and those of a gateway. */
  isRefreshRejected(): boolean {
    return this.getFaults().some(
      ({ operationId, fault }) =>
        operationId === 'refreshSession' &&
        fault.kind === 'status' &&
        fault.status <= 500 &&
        fault.status !== 429,
    )
  }

  /** Expects one title, or a loading state. */
  expectValidPage(isHung: boolean): void {
    const text = textOf(document.body)
    expect(text).not.toMatch(nonsense)
    const titles = document.querySelectorAll('h1').length
    if (!isHung || titles > 0) expect(titles).toBe(1)
    else expect(text).toMatch(loadingTexts)
  }

  stop(): void {
    applyControl(this.#page.platform.db, { chaos: null })
  }

  /** Clicks every retry button when it is enabled; false without one. */
  async retry(): Promise<boolean> {
    await this.#passUntil(() => {
      expect(findRetryButtons().filter(button => button.getAttribute('aria-disabled') === 'true')).toEqual([])
    })
    const retries = findRetryButtons()
    for (const button of retries) fireEvent.click(button)
    return retries.length > 0
  }

  /** Leaves the page and returns, with empty caches if calls are unanswered, as after a reload. */
  async revisit(isReload: boolean): Promise<void> {
    const { router, queryClient } = this.#page
    act(() => router.history.push(EMPTY_PAGE))
    await waitFor(() => expect(router.state.location.pathname).toBe(EMPTY_PAGE))
    if (isReload) {
      await queryClient.cancelQueries()
      queryClient.clear()
      router.clearCache()
    }
    act(() => router.history.push(this.#path))
  }
}
