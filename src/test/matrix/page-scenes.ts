import type { PersonaName } from '../../../mocks/platform/personas'
import type { Failure } from './columns'
import { main, type Scene, textOf } from './scene'
import { byName, failedGroup, failedPage, isOneOf, isRefused } from './words'

const isLoading = (): boolean => textOf(main()).includes('Загрузка')

/** An operation that a page lives on: the failure is the page. */
const load = (
  as: PersonaName,
  path: string,
  title: string,
  says: (failure: Failure) => string[] = failedPage,
): Scene => ({ as, path, place: main, says, isPending: isLoading, done: { words: [title] } })

const shareLink = 'k3Vd9sQ2mZ7xT1aB'
const deadLink = ['Профиль участника', 'По этой ссылке ничего не открывается']
const badInvite = ['Приглашение', 'Код приглашения недействителен или больше не активен.']
const expired = ['Вход', 'Сессия истекла. Войдите снова, и мы вернём вас туда, где вы были.']

/** Only what is surely no answer of the application leaves the session alone (design §7). */
const leavesSession = (failure: Failure): boolean =>
  failure.error.kind === 'network' || isOneOf(failure, 429, 502, 503, 504)

/** Operations that are sent by coming to a page. */
export const pageScenes = {
  listGroups: load('student', '/groups', 'Практическая безопасность'),
  getGroup: load('student', '/group/1', 'Следующее обязательное задание', failedGroup),
  listTaskStatuses: load('student', '/group/1', 'Следующее обязательное задание', failedGroup),
  getTask: load('student', '/group/1/task/101', 'Что прячет исходный код', failedGroup),
  getLeaderboard: load('student', '/group/2/leaderboard', 'Рейтинг', failedGroup),
  getCompetencies: load(
    'student',
    '/competencies/4',
    'Компетенции',
    byName(
      {
        '403 profile is private': ['Профиль закрыт', 'видны только ему и преподавателям его групп'],
        '404 user not exists': ['Участник не найден', 'На платформе нет участника с номером 4'],
      },
      failedPage,
    ),
  ),
  getSharedProfile: {
    ...load('lms', `/profile/${shareLink}`, 'Профиль: ', failure =>
      isRefused(failure) ? deadLink : failedPage(failure),
    ),
    prepare: ({ db }) => db.tables.shares.put(1, { user_id: 1, link: shareLink }),
  },
  checkInvite: load('candidate', '/invite/AUTUMN-2026', 'Практическая безопасность', failure =>
    isOneOf(failure, 404, 422) ? badInvite : failedPage(failure),
  ),
  findLmsTask: {
    ...load(
      'student',
      '/moodle/sec-autumn-26/4101',
      'Что прячет исходный код',
      byName(
        { '404 Task not found': ['Такого задания на платформе нет', 'sec-autumn-26', '4101'] },
        failedGroup,
      ),
    ),
    isPending: () => /Ищем|Загрузка/.test(textOf(main())),
  },
  refreshSession: {
    as: 'student',
    path: '/groups',
    isOpening: true,
    place: main,
    says: failure => (leavesSession(failure) ? failedPage(failure) : expired),
    isRetryable: leavesSession,
    isPending: isLoading,
    done: { words: ['Мои группы'] },
  },
  completeLmsLogin: {
    path: '/callback?code=lms-demo-code',
    isOpening: true,
    place: main,
    says: failure => [
      'Не удалось войти через систему обучения',
      // A generic word for every refusal (specification §7); nobody has refused where no answer came.
      isRefused(failure) ? 'Начните вход заново или войдите по паролю.' : 'Повторить',
    ],
    isPending: () => main()?.querySelector('[role=progressbar]') != null,
    done: { words: ['Что сейчас', 'Мария'] },
  },
} satisfies Record<string, Scene>
