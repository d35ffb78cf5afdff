import { waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PersonaName } from '../../mocks/platform/personas'
import type { ScenarioName } from '../../mocks/platform/scenarios'
import { ChaosStage, listenToConsole } from './chaos-stage'
import { main, textOf } from './matrix/scene'
import { withQuickRetries } from './quick-retries'
import { renderRoute } from './render-route'

/** Another seed makes other runs: `CHAOS_SEED=7 npx vitest run src/test/chaos.test.tsx`. */
const seed = process.env.CHAOS_SEED ?? '20261121'
/** What each failure does alone stands in the matrix; here several come together. */
const runsPerScreen = process.env.FLAGSHIP_TESTS === 'full' ? 24 : 2

interface ChaosScreen {
  path: string
  as: PersonaName
  scenario?: ScenarioName
  /** What stands in the page once all of it is well. */
  well: string
  /** Anybody may see it. */
  isPublic?: true
}

withQuickRetries()

const shareLink = 'k3Vd9sQ2mZ7xT1aB'

const screens: ChaosScreen[] = [
  { path: '/', as: 'student', well: 'Что сейчас' },
  { path: '/groups', as: 'student', well: 'Практическая безопасность' },
  { path: '/group/1', as: 'student', well: 'Следующее обязательное задание' },
  { path: '/group/1?tab=lms', as: 'admin', well: 'Обновить участников из LMS' },
  { path: '/group/5?tab=exam', as: 'candidate', scenario: 'examReady', well: 'Начать экзамен' },
  { path: '/group/1/task/104', as: 'student', well: 'Запустить лабораторию' },
  { path: '/group/1/leaderboard', as: 'student', well: 'Последнее решение' },
  { path: '/competencies', as: 'student', well: 'Решённые задания' },
  { path: `/profile/${shareLink}`, as: 'lms', well: 'Решённые задания', isPublic: true },
  { path: '/invite/AUTUMN-2026', as: 'candidate', well: 'Практическая безопасность', isPublic: true },
  { path: '/moodle/sec-autumn-26/4101', as: 'student', well: 'Что прячет исходный код' },
]

const mainText = (): string => textOf(main())

describe.each(screens)(`N01 seeded chaos (seed ${seed}) on $path`, screen => {
  test.each(Array.from({ length: runsPerScreen }, (_, run) => run))(
    'run %i ends in the page or in words, and comes back',
    async run => {
      onTestFinished(() => {
        vi.restoreAllMocks()
      })
      const { path, as, scenario, well, isPublic } = screen
      const mistakes = listenToConsole()
      const chaos = { seed: `${seed} ${path} ${run}`, share: 0.5 }
      const page = await renderRoute(path, {
        as,
        clock: 'held',
        ...(scenario && { scenario }),
        settings: { chaos },
        prepare: ({ db }) => db.tables.shares.put(1, { user_id: 1, link: shareLink }),
      })
      const stage = new ChaosStage(page, path, chaos)
      const isHung = await stage.settle()
      const met = stage.met()
      stage.isSound(isHung)
      // Nobody is logged out but by a refresh that was refused, and then at once.
      if (!isPublic) expect([met, stage.isOut]).toEqual([met, stage.isRefused()])
      stage.end()
      if (stage.isOut) expect(mainText()).toContain('Вход')
      else {
        const hasRetried = await stage.retry()
        if (isHung || !hasRetried) await stage.comeBack(isHung)
        await stage.settle()
        await waitFor(() => expect([met, mainText()]).toEqual([met, expect.stringContaining(well)]))
        stage.isSound(false)
        expect(await stage.retry()).toBe(false)
      }
      expect([met, mistakes]).toEqual([met, []])
    },
    30_000,
  )
})
