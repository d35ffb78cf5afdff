import type { PersonaName } from '../../mocks/platform/personas'
import type { ScenarioName } from '../../mocks/platform/scenario-names'
import { ru } from './messages'

export interface TestPage {
  path: string
  as?: PersonaName
  scenario?: ScenarioName
  /** Where the page redirects. */
  endsAt?: string
  /** Shown when the page has loaded. */
  text: string
}

/** Each page with its data, which tests of all pages visit: a new page is a new entry. */
export const pages: readonly TestPage[] = [
  { path: '/', as: 'student', text: ru.groups['home.groups'] },
  { path: '/groups', as: 'student', text: 'Практическая безопасность' },
  { path: '/group/1', as: 'student', text: 'Что прячет исходный код' },
  { path: '/group/1?tab=lms', as: 'admin', text: ru.lms['download.button'] },
  { path: '/group/1?tab=register', as: 'admin', text: ru.register['column.last'] },
  { path: '/group/5?tab=exam', as: 'candidate', scenario: 'examReady', text: ru.exam['start.open'] },
  { path: '/group/5', as: 'candidate', scenario: 'examRunning', text: ru.groups['progress.label'] },
  { path: '/group/1/task/104', as: 'student', scenario: 'labRunning', text: ru.lab.stop },
  { path: '/group/1/task/104', as: 'student', text: ru.lab.start },
  { path: '/group/1/leaderboard', as: 'student', text: ru.leaderboard['column.last'] },
  { path: '/group/1/leaderboard?view=matrix', as: 'student', text: ru.solves['matrix.all'] },
  { path: '/competencies', as: 'student', text: ru.competencies['list.title'] },
  { path: '/invite/AUTUMN-2026', as: 'candidate', text: 'Практическая безопасность' },
  {
    path: '/moodle/sec-autumn-26/4101',
    as: 'student',
    endsAt: '/group/1/task/101',
    text: 'Что прячет исходный код',
  },
  { path: '/contacts', as: 'student', text: ru.common['page.contacts'] },
  { path: '/invite/AUTUMN-2026', text: 'Практическая безопасность' },
  { path: '/profile/unknown-link', text: ru.sharing['dead.title'] },
  { path: '/legal', text: ru.common['page.legal'] },
  { path: '/login', text: ru.auth['login.title'] },
  { path: '/registration', text: ru.registration.title },
  { path: '/reset-password', text: ru.recovery['reset.title'] },
  { path: '/new-password?token=reset-demo-token', text: ru.recovery['new.title'] },
]
