import { test as base } from '@playwright/test'
import { viewAttempts } from '../mocks/handlers/views'
import { type MockServerOptions, startMockServer } from '../mocks/hosts/server/start'
import { type ExamEvent, type PaymentChoice, payAtBank, playExamEvent } from '../mocks/platform/exam-events'
import type { Fault } from '../mocks/platform/faults'
import { type Board, getBoard } from '../mocks/platform/leaderboard'
import { type PersonaName, personas } from '../mocks/platform/personas'
import { isFull } from '../scripts/lib/sampling'
import { startPreview } from '../scripts/preview'
import { type Nginx, startNginx } from '../scripts/start-nginx'
import { watchRequests } from './browser'
import { type Language, languages } from './messages'
import { installTripwires, type Tripwires } from './tripwires'

export { isFull }

/** Whether the checks run too that are too expensive for each change. */
export const isThorough = isFull || Boolean(process.env.CI)

/** The reason of a check that is not thorough. */
export const thoroughOnly = 'runs where CI is set, and by npm test -- --full'

/** The languages of a journey that `npm test` runs in one of them. */
export const inTurn = (own: Language): readonly Language[] => (isFull ? languages : [own])

/** `npm test` takes one of the choices, alternating by index. */
export const sample = <Choice>(index: number, choices: readonly Choice[]): readonly Choice[] =>
  isFull ? choices : choices.filter((_, at) => at === index % choices.length)

export type ScenarioName = NonNullable<MockServerOptions['scenario']>
export type Platform = ReturnType<typeof createControls>

/**
 * A test on the production build as `npm run preview` serves it, with a simulated platform of its worker behind it, a
 * fresh database, and tripwires on every page of the context: a violation of the policy fails any test.
 */
export const test = base.extend<
  { freshDb: undefined; tripwires: Tripwires; settle: ReturnType<typeof watchRequests> },
  { platform: Platform; nginx: Nginx }
>({
  platform: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first parameter.
    async ({}, use) => {
      const mock = await startMockServer()
      const site = await startPreview({ apiUrl: mock.url, paymentOrigins: [mock.url] })
      await use(createControls(site.url, mock))
      await site.close()
      await mock.close()
    },
    { scope: 'worker' },
  ],
  // Started by the first test that asks for it; those are in `nginx-*.spec.ts`.
  nginx: [
    async ({ platform }, use) => {
      const { bankUrl } = platform
      const nginx = await startNginx({ apiUrl: bankUrl, paymentOrigins: [bankUrl] })
      await use(nginx)
      await nginx.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ platform }, use) => use(platform.url),
  settle: ({ context }, use) => use(watchRequests(context)),
  freshDb: [
    async ({ platform }, use) => {
      await platform.reset()
      await use(undefined)
      const broken = platform.violations().map(violation => violation.message)
      if (broken.length > 0) throw new Error(`Answers that break the contract:\n${broken.join('\n')}`)
    },
    { auto: true },
  ],
  tripwires: [
    async ({ context, baseURL, platform }, use, testInfo) => {
      const tripwires = await installTripwires(context, baseURL ?? '')
      tripwires.allowForeign(new RegExp(`^${platform.bankUrl}/mock-bank/`))
      await use(tripwires)
      const findings = tripwires.findings()
      // A test that has failed already says more by its own failure.
      if (testInfo.status === testInfo.expectedStatus && findings.length > 0) {
        throw new Error(`Tripwires:\n${findings.join('\n')}`)
      }
    },
    { auto: true },
  ],
})

/** The controls of a simulated platform behind the site at `url`. */
export function createControls(url: string, mock: Awaited<ReturnType<typeof startMockServer>>) {
  let violationsBefore = 0
  return {
    url,
    /** The origin of the bank, and of the API without the site. */
    bankUrl: mock.url,
    /** Starts a fresh database. */
    reset: async (options: Pick<MockServerOptions, 'scenario'> = {}): Promise<void> => {
      const body = JSON.stringify(options)
      const answer = await fetch(`${mock.url}/__mock/reset`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`The simulated platform could not be reset: ${await answer.text()}`)
      // The bank's page comes from another origin, as in a deployment.
      mock.db.tables.settings.patch('settings', { bankOrigin: mock.url })
      violationsBefore = mock.violations.length
    },
    /** The right flags of a task for one user. */
    getFlags: (persona: PersonaName, groupId: number, taskId: number): string[] =>
      mock.db.getFlags(personas[persona].id, groupId, taskId),
    /** Queues a failure for the next calls of an operation. */
    fault: (operationId: string, fault: Fault, times = 1): void =>
      mock.db.faults.add(operationId, fault, times),
    clearFaults: (): void => mock.db.faults.clear(),
    setting: (changes: NonNullable<MockServerOptions['settings']>): void => {
      mock.db.tables.settings.patch('settings', changes)
    },
    /** Breaks every open terminal's connection; the sessions continue. */
    dropTerminals: (): void => mock.dropTerminals(),
    /** What an administrator or a teacher does to a user's newest attempt. */
    exam: (persona: PersonaName, groupId: number, event: ExamEvent): void =>
      playExamEvent(mock.db, persona, groupId, event),
    /** Pays for a user's newest attempt or declines; the bank reports it 20 seconds later. */
    payAtBank: (persona: PersonaName, groupId: number, choice: PaymentChoice): void =>
      payAtBank(mock.db, persona, groupId, choice),
    /** A user's newest attempt in a group, as the API returns it. */
    attempt: (persona: PersonaName, groupId: number) => {
      const group = mock.db.content.groups.get(groupId)
      if (!group) throw new Error(`There is no group ${groupId}.`)
      return viewAttempts(mock.db, { userId: personas[persona].id, group, origin: url }).at(-1)
    },
    board: (groupId: number): Board => getBoard(mock.db, groupId),
    now: (): number => mock.db.clock.now(),
    advanceClock: (milliseconds: number): void => mock.db.clock.advance(milliseconds),
    /** The calls since the last clearing, oldest first; `status` is null where the connection was broken. */
    journal: () =>
      mock.journal.entries().map(({ operationId, request, response }) => ({
        operationId,
        headers: request.headers,
        status: response?.status ?? null,
      })),
    clearJournal: (): void => mock.journal.clear(),
    /** How often an operation was called since the journal was cleared. */
    countCalls: (operationId: string): number =>
      mock.journal.entries().filter(entry => entry.operationId === operationId).length,
    feedback: () => mock.db.tables.feedback.values().map(({ text, file }) => ({ text, file })),
    /** Answers since the last reset that the contract does not allow. */
    violations: () => mock.violations.slice(violationsBefore),
  }
}
