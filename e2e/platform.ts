import { test as base } from '@playwright/test'
import { type ExamEvent, type PaymentChoice, payAtBank, playExamEvent } from '../mocks/platform/exam-events'
import type { Fault } from '../mocks/platform/faults'
import { type Board, getBoard } from '../mocks/platform/leaderboard'
import { type Persona, type PersonaName, personas } from '../mocks/platform/personas'
import { type MockServerOptions, startMockServer } from '../mocks/server/start'
import { viewAttempts } from '../mocks/views/attempt-view'
import { startPreview } from '../scripts/preview'
import { isSkippedInThisShard } from './shard'
import { installTripwires, type Tripwires } from './tripwires'

/** A named way for a database to begin. */
export type ScenarioName = NonNullable<MockServerOptions['scenario']>

export type Platform = ReturnType<typeof createControls>

type WorkerFixtures = { platform: Platform }
type TestFixtures = { skipInThisShard: undefined; freshDb: undefined; tripwires: Tripwires }

/**
 * A test with a simulated platform of its own worker behind the production build (`platform`), a fresh database, and
 * tripwires on every page of the context.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  platform: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first parameter.
    async ({}, use) => {
      const mock = await startMockServer()
      const preview = await startPreview({
        apiUrl: mock.url,
        brotliQuality: 4,
        paymentOrigins: [mock.url],
      })
      await use(createControls(preview.url, mock))
      await preview.close()
      await mock.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ platform }, use) => use(platform.url),
  // `npm test` runs each journey in one language, `npm test -- --full` in both. Skipped before a page is opened.
  skipInThisShard: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first parameter.
    async ({}, use, testInfo) => {
      testInfo.skip(isSkippedInThisShard(testInfo.title), 'in the other language this time')
      await use(undefined)
    },
    { auto: true },
  ],
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
    async ({ context, platform }, use, testInfo) => {
      const tripwires = await installTripwires(context, platform.url)
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
    /** An origin that serves the bank's page too, for the setting `bankOrigin`. */
    bankUrl: mock.url,
    /** Begins another database, as the seed lays it; a scenario is laid over that. */
    reset: async (options: Pick<MockServerOptions, 'scenario'> = {}): Promise<void> => {
      const body = JSON.stringify(options)
      const answer = await fetch(`${mock.url}/__mock/reset`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`The simulated platform could not be reset: ${await answer.text()}`)
      violationsBefore = mock.violations.length
    },
    /** The right flags of a task for one user. */
    flagsOf: (persona: keyof typeof personas, groupId: number, taskId: number): string[] => {
      const user: Persona = personas[persona]
      return mock.db.flagsOf(user.id, groupId, taskId)
    },
    /** Queues a failure for the next calls of an operation. */
    fault: (operationId: string, fault: Fault, times = 1): void =>
      mock.db.faults.add(operationId, fault, times),
    /** Turns settings of the present database: whether starts of labs fail, whether terminals have a host. */
    setting: (changes: NonNullable<MockServerOptions['settings']>): void => {
      mock.db.tables.settings.patch('settings', changes)
    },
    /** Breaks every open terminal's connection; the sessions live on. */
    dropTerminals: (): void => mock.dropTerminals(),
    /** Seconds until a user's lab stops automatically, by the platform's own clock. */
    labSecondsLeft: (persona: keyof typeof personas, taskId: number): number => {
      const { tables, clock } = mock.db
      const { id } = personas[persona]
      const lab = tables.labs.find(row => row.user_id === id && row.task_id === taskId)
      return ((lab?.expires_at ?? Number.NaN) - clock.now()) / 1000
    },
    /** Plays what an administrator or an examiner does to a user's newest attempt; throws where its status forbids that. */
    exam: (persona: PersonaName, groupId: number, event: ExamEvent): void =>
      playExamEvent(mock.db, persona, groupId, event),
    /** Pays for a user's newest attempt, or declines, as on the bank's page; it settles 20 seconds later. */
    payAtBank: (persona: PersonaName, groupId: number, choice: PaymentChoice): void =>
      payAtBank(mock.db, persona, groupId, choice),
    /** A user's newest attempt in a group as the contract shows it, if there is one. */
    attempt: (persona: PersonaName, groupId: number) => {
      const group = mock.db.content.groups.get(groupId)
      if (!group) throw new Error(`There is no group ${groupId}.`)
      return viewAttempts(mock.db, { userId: personas[persona].id, group, origin: url }).at(-1)
    },
    /** The board of a group as the platform gives it to its members. */
    board: (groupId: number): Board => getBoard(mock.db, groupId),
    /** The platform's own clock, in milliseconds. */
    now: (): number => mock.db.clock.now(),
    clearFaults: (): void => mock.db.faults.clear(),
    advanceClock: (milliseconds: number): void => mock.db.clock.advance(milliseconds),
    /** The calls since the last clearing, oldest first; `status` is null where the connection was broken. */
    journal: () =>
      mock.journal.entries().map(({ operationId, request, response }) => ({
        operationId,
        headers: request.headers,
        status: response?.status ?? null,
      })),
    clearJournal: (): void => mock.journal.clear(),
    /** The emails that the platform has sent, oldest first; `link` is a path on the platform or on the site. */
    emails: () => mock.db.tables.outbox.values().map(({ to, link }) => ({ to, link })),
    /** Opens the newest email to an address that confirms it, as its reader would in another browser. */
    confirmByEmail: async (to: string): Promise<void> => {
      const email = mock.db.tables.outbox.values().findLast(one => one.to === to && /verify/.test(one.link))
      const answer = await fetch(`${mock.url}${email?.link ?? '/no-email'}`)
      if (!answer.ok || !(await answer.text()).includes('true')) throw new Error(`No email confirms ${to}.`)
    },
    /** The messages that the platform has accepted, oldest first. */
    feedback: () => mock.db.tables.feedback.values().map(({ text, file }) => ({ text, file })),
    /** Answers since the last reset that the contract does not allow. */
    violations: () => mock.violations.slice(violationsBefore),
  }
}
