import { HttpResponse, http } from 'msw'
import { setupWorker } from 'msw/browser'
import { answerOrders } from './bank/answer-orders'
import { beginFromAddress } from './browser/begin-from-address'
import { type ApplicationFacts, controlPage } from './browser/controlled-page'
import { createControls } from './browser/create-controls'
import { followNetwork } from './browser/follow-network'
import { guardCalls } from './browser/guard-calls'
import { readRecordings } from './browser/recordings'
import { openSharedDb, type SharedDb } from './browser/shared-db'
import { createVirtualClock, type VirtualClock } from './browser/virtual-clock'
import { linkWorker } from './browser/worker-link'
import type { BrowserControls } from './control/browser-controls'
import { makeHandlers, type RunOperation } from './handlers.gen'
import { mockOperations } from './operations'
import { nextLmsCode } from './platform/accounts'
import { machineElapsed, machineNow, tellPageTime } from './platform/clock'
import type { Db } from './platform/db'
import { type ExamEvent, playExamEvent } from './platform/exam-events'
import { type OfferedPersona, offeredPersonas } from './platform/persona-offers'
import { Journal } from './run/journal'
import { createRunner } from './run-operation'
import { TerminalHub } from './terminal/hub'
import { makeTerminalHandler } from './terminal/msw-terminals'

/** Answers take a moment, and people outside of the browser do what they would: a letter is opened, a candidate admitted. */
const settings = { latency: 'usual', emailConfirmsAfterSeconds: 20, admitsAfterSeconds: 30 } as const

export interface BrowserMocks {
  /** Whom the login page offers. */
  personas: readonly OfferedPersona[]
  /** Where the learning-management system would send the browser back to: a code that is good for one call. */
  lmsLoginUrl: () => string
  controls: BrowserControls
  /** The platform's time for the application. */
  clock: VirtualClock
  /** Looks at the platform or changes it, as one operation: `change(db => db.clock.advance(3_600_000))`. */
  change: <Result>(work: (db: Db) => Result) => Promise<Result>
  /** Plays what an administrator or an examiner does: `exam('candidate', 5, { extend: 30 })`. */
  exam: (username: string, groupId: number, event: ExamEvent) => Promise<void>
  journal: Journal
  /** Breaks the connection of every terminal that this tab has open; the sessions live on. */
  dropTerminals: () => void
  /** Begins the platform anew, in every tab. */
  reset: SharedDb['reset']
}

/** A page that keeps nothing of its own. */
const nothing: ApplicationFacts = { storageKeys: [], personalKeys: [], keepLanguage: () => {} }

/**
 * Starts the simulated platform inside the page: a service worker hands every call below `/api` to it, and its
 * state is kept in IndexedDB for all tabs. A start that the address asks for (`?scenario=slowLab&seed=2`) begins first.
 * Rejects with a sentence where the browser allows no service worker.
 */
export async function startMocks(application = nothing): Promise<BrowserMocks> {
  if (!('serviceWorker' in navigator)) {
    throw new Error(
      'The simulated platform needs a service worker: open the page over https or at localhost.',
    )
  }
  const shared = await openSharedDb({
    indexedDB,
    settings,
    ...('locks' in navigator && { locks: navigator.locks }),
    ...channelOf('flagship.mock-db'),
  })
  const page = controlPage(application, channelOf('flagship.mock-page').channel)
  const controls = createControls({ shared, page, recordings: await readRecordings(), settings })
  await beginFromAddress(controls)
  // This platform goes with its page: no refresh of the page before is under way.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent from Firefox and Safari.
  document.cookie = 'flagship_refreshing=; Max-Age=0; Path=/'
  const journal = new Journal()
  const terminals = new TerminalHub(shared)
  await answerCalls(shared, journal, terminals, controls.tellUnmocked)
  followNetwork(shared)
  const change: BrowserMocks['change'] = work => shared.exclusively(async () => work(shared.db()))
  const mocks: BrowserMocks = {
    personas: offeredPersonas,
    lmsLoginUrl: () => `/callback?code=${nextLmsCode(shared.db())}`,
    controls,
    clock: followClock(shared),
    change,
    exam: (username, groupId, event) => change(db => playExamEvent(db, username, groupId, event)),
    journal,
    dropTerminals: () => terminals.drop(),
    reset: shared.reset,
  }
  // For the developer's console, where `flagshipMock.reset()` is the shortest way back to the beginning.
  Object.assign(globalThis, { flagshipMock: mocks })
  return mocks
}

/** To the other tabs, where the browser has such channels. */
function channelOf(name: string): { channel?: BroadcastChannel } {
  return 'BroadcastChannel' in globalThis ? { channel: new BroadcastChannel(name) } : {}
}

/** From now on the platform answers the page, whatever happens to the worker between them. */
async function answerCalls(
  shared: SharedDb,
  journal: Journal,
  terminals: TerminalHub,
  onUnmocked: (sentence: string | null) => void,
): Promise<void> {
  const runner = createRunner({ ...shared, operations: mockOperations, journal })
  const run = tellingLetters(runner, shared.db)
  const heard: RunOperation = (operationId, call) => {
    guard.hear(call.request)
    return run(operationId, call)
  }
  const unknown = http.all('/api/*', () => {
    const headers = { 'x-request-id': 'mock-0' }
    return HttpResponse.json({ detail: 'Not Found' }, { status: 404, headers })
  })
  // The bank's page is a frame, and calls of frames reach the worker of the page around them.
  const bank = http.all('/mock-bank/orders/:attempt', ({ request }) =>
    shared.exclusively(() => answerOrders(request, shared.db())),
  )
  const terminal = makeTerminalHandler(terminals, location.origin)
  const link = linkWorker(setupWorker(...makeHandlers(heard), unknown, bank, terminal))
  const guard = guardCalls({
    fetch: globalThis.fetch.bind(globalThis),
    isApi: url => url.startsWith(`${location.origin}/api/`),
    wake: link.wake,
    onUnmocked,
  })
  await link.start()
  globalThis.fetch = guard.fetch
  guard.guardUploads(globalThis)
}

function followClock({ db, onChange }: SharedDb): VirtualClock {
  const read = () => {
    const state = db().tables.clock.get('clock')
    if (!state) throw new Error('The database has lost its clock.')
    return state
  }
  const timer = (delay: number, run: () => void) => {
    const id = setTimeout(run, delay)
    return () => clearTimeout(id)
  }
  const clock = createVirtualClock(read, { now: machineNow, elapsed: machineElapsed, timer })
  onChange(clock.follow)
  tellPageTime(clock.now)
  return clock
}

/**
 * The browser has no inbox: the link of a letter that a call has sent is written to the console, to be opened from there.
 * The one that confirms an address needs no opening here.
 */
function tellingLetters(run: RunOperation, db: () => Db): RunOperation {
  const letters = () => db().tables.outbox.values()
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
