import { act, fireEvent, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { applyControl } from '../../mocks/control/apply-control'
import type { Chaos } from '../../mocks/control/mock-controls'
import { operationTable } from '../../mocks/operations.gen'
import { chaosFault, chaosKey } from '../../mocks/platform/chaos'
import type { Fault } from '../../mocks/platform/faults'
import { refreshLimit } from '../api/refresh'
import { textOf } from './matrix/scene'
import { isTold, nonsense } from './matrix/stage'
import type { RenderedRoute } from './render-route'

const elsewhere = '/no-such-page'
/** Milliseconds that pass for the page and its platform with each look at it. */
const step = 1000
/** Looks at a page that does not change, one every 50 ms, after which nothing more is coming: a retry is asked sooner. */
const stillLooks = 5
/** A refresh without an answer ends by a limit of its own, and with it whatever waits for that. */
const limitLooks = refreshLimit / step + stillLooks

/** What became of a call of the chaos. */
interface Met {
  operationId: string
  n: number
  fault: Fault
}

/** Keeps what the console was told and no boundary had caught. */
export const listenToConsole = (): string[] => {
  const mistakes: string[] = []
  vi.spyOn(console, 'error').mockImplementation((...told) => {
    if (!isTold(told)) mistakes.push(told.map(String).join(' ').slice(0, 300))
  })
  return mistakes
}

/** One page in the platform's chaos, with what a person and the plan of the seed know of it. */
export class ChaosStage {
  readonly #page: RenderedRoute
  readonly #path: string
  readonly #chaos: Chaos

  constructor(page: RenderedRoute, path: string, chaos: Chaos) {
    this.#page = page
    this.#path = path
    this.#chaos = chaos
  }

  #calls(operationId: string): number {
    return this.#page.platform.db.tables.counters.get(chaosKey(operationId))?.last ?? 0
  }

  /** Whether the operation has been called since the chaos began. */
  hasMet(operationId: string): boolean {
    return this.#calls(operationId) > 0
  }

  /** Every failure that a call has met, as the seed plans it. */
  met(): Met[] {
    return operationTable.flatMap(operation =>
      Array.from({ length: this.#calls(operation.operationId) }, (_, at) => at + 1).flatMap(n => {
        const fault = chaosFault(this.#chaos, operation, n)
        return fault ? [{ operationId: operation.operationId, n, fault }] : []
      }),
    )
  }

  #isStill(): boolean {
    const { queryClient } = this.#page
    return (
      queryClient.isFetching() + queryClient.isMutating() === 0 && this.#page.router.state.status === 'idle'
    )
  }

  /** Lets time pass, a step every 50 ms, until the check of what then stands in the page holds. */
  async #passUntil(check: () => void): Promise<void> {
    const look = () => {
      act(() => this.#page.pass(step))
      check()
    }
    // Not after each change of the page too: where a clock ticks in it, each look would bring on the next one at once, and
    // no answer could ever come in between.
    await waitFor(look, { timeout: 15_000, container: document.createElement('div') })
  }

  /** Calls that the seed leaves without an answer. */
  #silent(): Met[] {
    return this.met().filter(({ fault }) => fault.kind === 'never')
  }

  /** Whether calls that never end are all that the page still waits for. */
  #isHung(): boolean {
    const silent = this.#silent()
    const answered = this.#page.calls()
    const open = operationTable.filter(({ operationId }) => {
      const lost = silent.filter(one => one.operationId === operationId).length
      return this.#calls(operationId) - answered.filter(one => one === operationId).length > lost
    })
    return silent.length > 0 && open.length === 0
  }

  /** Lets time pass until everything has come that comes; true where the page goes on waiting. */
  async settle(): Promise<boolean> {
    let looks = 0
    let last = ''
    await this.#passUntil(() => {
      const now = `${this.#isStill()} ${this.#page.calls().length} ${this.met().length}`
      looks = now === last ? looks + 1 : 0
      last = now
      const isLimited = this.#silent().some(({ operationId }) => operationId === 'refreshSession')
      const enough = isLimited ? limitLooks : stillLooks
      const isOver = this.#isStill() ? looks >= 1 : this.#isHung() && looks >= enough
      expect(isOver).toBe(true)
    })
    return !this.#isStill()
  }

  get isOut(): boolean {
    return this.#page.router.state.location.pathname === '/login'
  }

  /** Whether the application has refused a refresh: an answer but 429 and those of a gateway (specification §7). */
  isRefused(): boolean {
    return this.met().some(
      ({ operationId, fault }) =>
        operationId === 'refreshSession' &&
        fault.kind === 'status' &&
        fault.status <= 500 &&
        fault.status !== 429,
    )
  }

  /** One title, or the word that it is on its way; no word of a machine. */
  isSound(isHung: boolean): void {
    const text = textOf(document.body)
    expect(text).not.toMatch(nonsense)
    const titles = document.querySelectorAll('h1').length
    if (!isHung || titles > 0) expect(titles).toBe(1)
    else expect(text).toMatch(/Загрузка|Ищем|Проверяем/)
  }

  end(): void {
    applyControl(this.#page.platform.db, { chaos: null })
  }

  /** Presses every retry of the page, once its time has come; false where none is offered. */
  async retry(): Promise<boolean> {
    const found = () =>
      [...document.querySelectorAll<HTMLElement>('main button')].filter(button =>
        /^Повторить/.test(textOf(button)),
      )
    await this.#passUntil(() => {
      expect(found().filter(button => button.getAttribute('aria-disabled') === 'true')).toEqual([])
    })
    const retries = found()
    for (const button of retries) fireEvent.click(button)
    return retries.length > 0
  }

  /** Goes away and comes back; where calls hang, as after a reload: no cache knows anything. */
  async comeBack(isReload: boolean): Promise<void> {
    const { router, queryClient } = this.#page
    act(() => router.history.push(elsewhere))
    await waitFor(() => expect(router.state.location.pathname).toBe(elsewhere))
    if (isReload) {
      await queryClient.cancelQueries()
      queryClient.clear()
      router.clearCache()
    }
    act(() => router.history.push(this.#path))
  }
}
