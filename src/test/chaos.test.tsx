import { act, fireEvent, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { applyControl } from '../../mocks/control/controls'
import type { Chaos } from '../../mocks/control/mock-controls'
import { operationTable } from '../../mocks/operations.gen'
import type { Fault } from '../../mocks/platform/faults'
import { chaosFault, chaosKey } from '../../mocks/platform/network'
import type { PersonaName } from '../../mocks/platform/personas'
import type { ScenarioName } from '../../mocks/platform/scenario-names'
import { REFRESH_TIMEOUT_MS } from '../api/refresh'
import { collectConsoleErrors, findRetryButtons, getText, main, nonsense } from './matrix/page'
import { anyOf, ru } from './messages'
import { withQuickRetries } from './quick-retries'
import { type RenderedRoute, renderRoute } from './render-route'

/** The matrix tests single failures; here several are combined. Another seed: `CHAOS_SEED=7 npx vitest run src/test/chaos.test.tsx`. */
const seed = process.env.CHAOS_SEED ?? '20261121'
const isFull = process.env.FLAGSHIP_TESTS === 'full'

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
class ChaosHarness {
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
    const text = getText(document.body)
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

interface ChaosPage {
  path: string
  as: PersonaName
  scenario?: ScenarioName
  /** Shown when the page has loaded. */
  text: string
  /** Does not need a session. */
  isPublic?: true
}

withQuickRetries()

const shareLink = 'k3Vd9sQ2mZ7xT1aB'

const pages: ChaosPage[] = [
  { path: '/', as: 'student', text: ru.groups['home.groups'] },
  { path: '/groups', as: 'student', text: 'Практическая безопасность' },
  { path: '/group/1', as: 'student', text: ru.groups['next.required'] },
  { path: '/group/1?tab=lms', as: 'admin', text: ru.lms['download.button'] },
  { path: '/group/5?tab=exam', as: 'candidate', scenario: 'examReady', text: ru.exam['start.open'] },
  { path: '/group/1/task/104', as: 'student', text: ru.lab.start },
  { path: '/group/1/leaderboard', as: 'student', text: ru.leaderboard['column.last'] },
  { path: '/competencies', as: 'student', text: ru.competencies['totals.tasks'] },
  { path: `/profile/${shareLink}`, as: 'lms', text: ru.competencies['totals.tasks'], isPublic: true },
  { path: '/invite/AUTUMN-2026', as: 'candidate', text: 'Практическая безопасность', isPublic: true },
  { path: '/moodle/sec-autumn-26/4101', as: 'student', text: 'Что прячет исходный код' },
]

describe.each(pages)(
  `N01 random faults (seed ${seed}) on $path`,
  ({ path, as, scenario, text, isPublic }) => {
    test.each(Array.from({ length: isFull ? 24 : 2 }, (_, run) => run))(
      'run %i ends in the page or an error, and recovers',
      async run => {
        onTestFinished(() => void vi.restoreAllMocks())
        const consoleErrors = collectConsoleErrors()
        const chaos = { seed: `${seed} ${path} ${run}`, share: 0.5 }
        const page = await renderRoute(path, {
          as,
          clock: 'held',
          ...(scenario && { scenario }),
          settings: { chaos },
          prepare: ({ db }) => db.tables.shares.put(1, { user_id: 1, link: shareLink }),
        })
        const harness = new ChaosHarness(page, path, chaos)
        const isHung = await harness.settle()
        const faults = harness.getFaults()
        harness.expectValidPage(isHung)
        // Only a rejected refresh logs out, and does so immediately.
        if (!isPublic) expect([faults, harness.isLoggedOut]).toEqual([faults, harness.isRefreshRejected()])
        harness.stop()
        if (harness.isLoggedOut) expect(getText(main())).toContain(ru.auth['login.title'])
        else {
          const hasRetried = await harness.retry()
          if (isHung || !hasRetried) await harness.revisit(isHung)
          await harness.settle()
          await waitFor(() =>
            expect([faults, getText(main())]).toEqual([faults, expect.stringContaining(text)]),
          )
          harness.expectValidPage(false)
          expect(await harness.retry()).toBe(false)
        }
        expect([faults, consoleErrors]).toEqual([faults, []])
      },
      30_000,
    )
  },
)
