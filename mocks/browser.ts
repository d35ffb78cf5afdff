import { HttpResponse, http } from 'msw'
import { setupWorker } from 'msw/browser'
import { createRandom } from '../scripts/lib/seeded-random'
import { answerOrders } from './bank/answer-orders'
import { openSharedWorld, type SharedWorld } from './browser/shared-world'
import { makeHandlers, type RunOperation } from './handlers.gen'
import { mockOperations } from './operations'
import { Journal } from './run/journal'
import { createRunner } from './run-operation'
import { TerminalHub } from './terminal/hub'
import { makeTerminalHandler } from './terminal/msw-terminals'
import { type ExamEvent, playExamEvent } from './world/exam-events'
import { type OfferedPersona, offeredPersonas } from './world/persona-offers'
import { personas } from './world/personas'
import type { World } from './world/world'

/** What people outside of the browser would do: a message is taken as opened, and a candidate is admitted by itself. */
const outsiders = { emailConfirmsAfterSeconds: 20, admitsAfterSeconds: 30 }

export interface BrowserMocks {
  /** Whom the login page offers. */
  personas: readonly OfferedPersona[]
  /** Where the learning-management system would send the browser back to: a code that is good for one call. */
  lmsLoginUrl: () => string
  /** Looks at the platform or changes it, as one operation: `change(world => world.clock.advance(3_600_000))`. */
  change: <Result>(work: (world: World) => Result) => Promise<Result>
  /** Plays what an administrator or an examiner does: `exam('candidate', 5, { extend: 30 })`. */
  exam: (username: string, groupId: number, event: ExamEvent) => Promise<void>
  journal: Journal
  /** Breaks the connection of every terminal that this tab has open; the sessions live on. */
  dropTerminals: () => void
  /** Begins the platform anew, in every tab. */
  reset: SharedWorld['reset']
}

/**
 * Starts the simulated platform inside the page: a service worker hands every call below `/api` to it, and its
 * state is kept in IndexedDB for all tabs. Rejects with a sentence where the browser allows no service worker.
 */
export async function startMocks(): Promise<BrowserMocks> {
  if (!('serviceWorker' in navigator)) {
    throw new Error(
      'The simulated platform needs a service worker: open the page over https or at localhost.',
    )
  }
  const shared = await openSharedWorld({
    indexedDB,
    settings: outsiders,
    ...('locks' in navigator && { locks: navigator.locks }),
  })
  const journal = new Journal()
  const runner = createRunner({ ...shared, operations: mockOperations, journal, latency: latencyOf })
  const run = tellingLetters(runner, shared.world)
  const unknown = http.all('/api/*', () => HttpResponse.json({ detail: 'Not Found' }, { status: 404 }))
  const terminals = new TerminalHub(shared)
  const terminalHandler = makeTerminalHandler(terminals, location.origin)
  // The bank's page is a frame, and calls of frames reach the worker of the page around them.
  const bank = http.all('/mock-bank/orders/:attempt', ({ request }) =>
    shared.exclusively(() => answerOrders(request, shared.world())),
  )
  const worker = setupWorker(...makeHandlers(run), unknown, bank, terminalHandler)
  await worker.start({
    quiet: true,
    // Everything outside /api is the page's own.
    onUnhandledRequest: 'bypass',
    serviceWorker: { url: '/mockServiceWorker.js' },
  })
  wakeWithThePage()
  const change: BrowserMocks['change'] = work => shared.exclusively(async () => work(shared.world()))
  const mocks: BrowserMocks = {
    personas: offeredPersonas,
    lmsLoginUrl: () => `/callback?code=${personas.lms.lmsCode}.${crypto.randomUUID()}`,
    change,
    exam: (username, groupId, event) => change(world => playExamEvent(world, username, groupId, event)),
    journal,
    dropTerminals: () => terminals.drop(),
    reset: shared.reset,
  }
  // For the developer's console, where `flagshipMock.reset()` is the shortest way back to the beginning.
  Object.assign(globalThis, { flagshipMock: mocks })
  return mocks
}

/**
 * The browser has no inbox: the link of a letter that a call has sent is written to the console, to be opened from there.
 * The one that confirms an address needs no opening here.
 */
function tellingLetters(run: RunOperation, world: () => World): RunOperation {
  const letters = () => world().tables.outbox.values()
  return async (...call) => {
    const before = new Set(letters().map(({ id }) => id))
    const response = await run(...call)
    for (const { id, to, link } of letters()) {
      const isOpenable = !link.startsWith('/__mock/')
      if (isOpenable && !before.has(id)) console.info(`A letter to ${to}: ${location.origin}${link}`)
    }
    return response
  }
}

/** 80 to 160 ms, drawn from the number of the call. */
function latencyOf(exchangeId: number): number {
  return createRandom('latency', exchangeId).int(80, 160)
}

/** A browser lets the worker of a long hidden page forget the page (mswjs/msw#2635): it is told again on return. */
function wakeWithThePage(): void {
  const wake = () => {
    if (document.visibilityState === 'visible')
      navigator.serviceWorker.controller?.postMessage('MOCK_ACTIVATE')
  }
  document.addEventListener('visibilitychange', wake)
  addEventListener('pageshow', wake)
}
