import { HttpResponse, http } from 'msw'
import { setupWorker } from 'msw/browser'
import { handleOrderRequest } from '../bank/orders'
import type { BrowserControls } from '../control/mock-controls'
import { makeHandlers, type RunOperation } from '../handlers.gen'
import { mockOperations } from '../operations'
import { nextLmsCode } from '../platform/accounts'
import { machineElapsed, machineNow, overrideDateNow } from '../platform/clock'
import type { Db } from '../platform/db'
import { type ExamEvent, playExamEvent } from '../platform/exam-events'
import { type LoginPersona, loginPersonas } from '../platform/personas'
import { Journal } from '../run/journal'
import { createOperationRunner } from '../run-operation'
import {
  type AppIntegration,
  createControls,
  createPageAccess,
  startFromUrl,
} from './browser/create-controls'
import { syncOnlineStatus } from './browser/online-status'
import { readRecordings } from './browser/recordings'
import { createUnmockedRetry, linkWorker } from './browser/service-worker'
import { openSharedDb, type SharedDb } from './browser/shared-db'
import { createVirtualClock, type VirtualClock } from './browser/virtual-clock'
import { makeTerminalHandler, TerminalHub } from './terminals'

/** Responses take a moment; emails are confirmed and candidates admitted automatically. */
const settings = { latency: 'usual', emailConfirmsAfterSeconds: 20, admitsAfterSeconds: 30 } as const

export interface BrowserMocks {
  /** Accounts that the login page offers. */
  personas: readonly LoginPersona[]
  /** The URL that the LMS would redirect to, with a one-time code. */
  lmsLoginUrl: () => string
  controls: BrowserControls
  /** The virtual clock for the application. */
  clock: VirtualClock
  /** Reads or changes the database as one operation: `change(db => db.clock.advance(3_600_000))`. */
  change: <Result>(work: (db: Db) => Result) => Promise<Result>
  /** Plays what an administrator or a teacher does: `exam('candidate', 5, { extend: 30 })`. */
  exam: (username: string, groupId: number, event: ExamEvent) => Promise<void>
  journal: Journal
  /** Breaks the connection of every terminal of this tab; the sessions stay. */
  dropTerminals: () => void
  /** Resets the platform, in every tab. */
  reset: SharedDb['reset']
}

const noIntegration: AppIntegration = { storageKeys: [], perUserKeys: [], saveLanguage: () => {} }

/**
 * Starts the simulated platform inside the page: a service worker hands it every request below `/api`, and its state is
 * stored in IndexedDB for all tabs. `?scenario=slowLab&seed=2` in the URL is applied first. Rejects with an error
 * message where the browser allows no service worker.
 */
export async function startMocks(app = noIntegration): Promise<BrowserMocks> {
  if (!('serviceWorker' in navigator)) throw createStartError()
  const shared = await openSharedDb({
    indexedDB,
    settings,
    ...('locks' in navigator && { locks: navigator.locks }),
    ...openChannel('flagship.mock-db'),
  })
  const page = createPageAccess(app, openChannel('flagship.mock-page').channel)
  const controls = createControls({ shared, page, recordings: await readRecordings(), settings })
  await startFromUrl(controls)
  // A refresh that the previous page began ended with it.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent from Firefox and Safari.
  document.cookie = 'flagship_refreshing=; Max-Age=0; Path=/'
  const journal = new Journal()
  const terminals = new TerminalHub(shared)
  await installHandlers(shared, journal, terminals, controls.reportUnmocked).catch((cause: unknown) => {
    // Blocked by the browser's settings, or served by a server that has no worker.
    throw createStartError(cause)
  })
  syncOnlineStatus(shared)
  const change: BrowserMocks['change'] = work => shared.runExclusive(async () => work(shared.db()))
  const mocks: BrowserMocks = {
    personas: loginPersonas,
    lmsLoginUrl: () => `/callback?code=${nextLmsCode(shared.db())}`,
    controls,
    clock: createPageClock(shared),
    change,
    exam: (username, groupId, event) => change(db => playExamEvent(db, username, groupId, event)),
    journal,
    dropTerminals: () => terminals.drop(),
    reset: shared.reset,
  }
  // For the browser's console.
  Object.assign(globalThis, { flagshipMock: mocks })
  return mocks
}

function openChannel(name: string): { channel?: BroadcastChannel } {
  return 'BroadcastChannel' in globalThis ? { channel: new BroadcastChannel(name) } : {}
}

const startErrors = {
  ru:
    'Симулятору платформы нужен service worker, а браузеры разрешают его только по https и на localhost. Чтобы открыть ' +
    'страницу с телефона или из контейнера, запустите «npm run mock-server -- --port 4010», а рядом ' +
    '«API_URL=http://localhost:4010 npm start -- --host».',
  en:
    'The simulated platform needs a service worker, which browsers allow only over https and at localhost. To open the ' +
    'page from a phone or a container, run "npm run mock-server -- --port 4010" and beside it ' +
    '"API_URL=http://localhost:4010 npm start -- --host".',
}

/** The application shows its message in place of the page: a phone has no console. */
const createStartError = (cause?: unknown): Error => {
  const { lang } = document.documentElement
  return Object.assign(new Error(startErrors[lang === 'en' ? 'en' : 'ru'], { cause }), {
    name: 'MockStartError',
  })
}

/** Answers the page's requests, and keeps doing so when the service worker restarts. */
async function installHandlers(
  shared: SharedDb,
  journal: Journal,
  terminals: TerminalHub,
  onUnmocked: (message: string | null) => void,
): Promise<void> {
  const handler = createOperationRunner({ ...shared, operations: mockOperations, journal })
  const run = withEmailLogging(handler, shared.db)
  const runAndTrack: RunOperation = (operationId, call) => {
    retry.onHandled(call.request)
    return run(operationId, call)
  }
  const notFound = http.all('/api/*', () => {
    const headers = { 'x-request-id': 'mock-0' }
    return HttpResponse.json({ detail: 'Not Found' }, { status: 404, headers })
  })
  // The bank's page is an iframe, whose requests reach the worker of the surrounding page.
  const bank = http.all('/mock-bank/orders/:attempt', ({ request }) =>
    shared.runExclusive(() => handleOrderRequest(request, shared.db())),
  )
  const terminal = makeTerminalHandler(terminals, location.origin)
  const link = linkWorker(setupWorker(...makeHandlers(runAndTrack), notFound, bank, terminal))
  const retry = createUnmockedRetry({
    fetch: globalThis.fetch.bind(globalThis),
    isApi: url => url.startsWith(`${location.origin}/api/`),
    isForgotten: link.isForgotten,
    wake: link.wake,
    onUnmocked,
  })
  await link.start()
  globalThis.fetch = retry.fetch
  retry.patchUploads(globalThis)
}

function createPageClock({ db, onChange }: SharedDb): VirtualClock {
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
  onChange(clock.sync)
  overrideDateNow(clock.now)
  return clock
}

/** There is no inbox in the browser, so the link of each new email is logged; verification links open automatically. */
function withEmailLogging(run: RunOperation, db: () => Db): RunOperation {
  const emails = () => db().tables.outbox.values()
  return async (...call) => {
    const before = new Set(emails().map(({ id }) => id))
    const response = await run(...call)
    for (const { id, to, link } of emails()) {
      const isOpenable = !link.startsWith('/__mock/')
      if (isOpenable && !before.has(id)) console.info(`Email to ${to}: ${location.origin}${link}`)
    }
    return response
  }
}
