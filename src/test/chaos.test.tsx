import { waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PersonaName } from '../../mocks/platform/personas'
import type { ScenarioName } from '../../mocks/platform/scenarios'
import { ChaosHarness } from './chaos-harness'
import { collectConsoleErrors } from './matrix/harness'
import { main, textOf } from './matrix/page'
import { ru } from './messages'
import { withQuickRetries } from './quick-retries'
import { renderRoute } from './render-route'

/** Another seed: `CHAOS_SEED=7 npx vitest run src/test/chaos.test.tsx`. */
const seed = process.env.CHAOS_SEED ?? '20261121'
/** The matrix tests single failures; here several are combined. */
const runsPerScreen = process.env.FLAGSHIP_TESTS === 'full' ? 24 : 2

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
  { path: '/', as: 'student', text: ru.groups['home.title'] },
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

const mainText = (): string => textOf(main())

describe.each(pages)(`N01 random faults (seed ${seed}) on $path`, screen => {
  test.each(Array.from({ length: runsPerScreen }, (_, run) => run))(
    'run %i ends in the page or an error, and recovers',
    async run => {
      onTestFinished(() => {
        vi.restoreAllMocks()
      })
      const { path, as, scenario, text, isPublic } = screen
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
      if (harness.isLoggedOut) expect(mainText()).toContain(ru.auth['login.title'])
      else {
        const hasRetried = await harness.retry()
        if (isHung || !hasRetried) await harness.revisit(isHung)
        await harness.settle()
        await waitFor(() => expect([faults, mainText()]).toEqual([faults, expect.stringContaining(text)]))
        harness.expectValidPage(false)
        expect(await harness.retry()).toBe(false)
      }
      expect([faults, consoleErrors]).toEqual([faults, []])
    },
    30_000,
  )
})
