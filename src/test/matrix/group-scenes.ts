import { shareProfile } from '../../../mocks/platform/profiles'
import type { Failure } from './columns'
import { confirm, press, region, type Scene } from './scene'
import { bareReason, byName, isLost, isOneOf, isUnsure, reason } from './words'

const tab = (): Element | null => document.querySelector('main [role=tabpanel]:not([hidden])')
const sharing = region('Общий доступ к профилю')

/** The own profile is read again where no answer came: nothing has happened. */
const sharingSays =
  (title: string, still: string) =>
  (failure: Failure): string[] => [
    title,
    still,
    ...(failure.error.detail !== undefined || isOneOf(failure, 429)
      ? reason(failure)
      : ['Ответ сервера не пришёл.']),
  ]

/** An exchange with the LMS: a refusal in words, and what to do where nobody knows. */
const exchangeSays =
  (refused: string, lost: string) =>
  (failure: Failure): string[] =>
    isLost(failure) ? [lost] : [refused, ...bareReason(failure)]

/** Operations of exams, of the LMS and of the own profile. */
export const groupScenes = {
  requestAttempt: {
    as: 'candidate',
    path: '/group/8?tab=exam',
    place: tab,
    send: page => press(page, 'Запросить попытку', tab),
    says: failure =>
      isUnsure(failure)
        ? ['Новой попытки пока нет: ответ платформы не пришёл.']
        : ['Попытка не создана', ...bareReason(failure)],
    // It may yet have its effect: the button waits for a minute.
    ends: isUnsure,
    done: { words: ['Нужна оплата или допуск'] },
  },
  startAttempt: {
    as: 'candidate',
    path: '/group/5?tab=exam',
    scenario: 'examReady',
    place: tab,
    send: async page => {
      await press(page, 'Начать экзамен', tab)
      await confirm(page, /^Начать, /, 'Понимаю')
    },
    says: failure =>
      isUnsure(failure)
        ? ['ответ платформы не пришёл']
        : ['Начать экзамен не получилось', ...bareReason(failure)],
    ends: isUnsure,
    done: { words: ['Экзамен идёт'] },
  },
  checkPayment: {
    as: 'candidate',
    path: '/group/5?tab=exam',
    scenario: 'needPay',
    place: tab,
    send: page => press(page, 'Проверить оплату', tab),
    says: failure => ['Проверить оплату не удалось', ...reason(failure)],
    done: { words: ['Нужна оплата'] },
  },
  downloadFromLms: {
    as: 'admin',
    path: '/group/1?tab=lms',
    place: tab,
    send: page => press(page, 'Обновить участников из LMS', tab),
    says: exchangeSays('Участники не обновлены', 'Неизвестно, обновились ли участники'),
    done: { words: [/Обновлено|обновлен/i] },
  },
  uploadToLms: {
    as: 'admin',
    path: '/group/1?tab=lms',
    place: tab,
    send: async page => {
      await press(page, 'Выгрузить решения в LMS', tab)
      await confirm(page, 'Выгрузить решения')
    },
    // An answer, not a failure (specification §7).
    says: byName(
      { '404': ['В LMS нет такой группы'] },
      exchangeSays('Решения не выгружены', 'Неизвестно, дошло ли до LMS'),
    ),
    done: { words: [/выгружены|отправлен/i] },
  },
  shareProfile: {
    as: 'student',
    path: '/competencies',
    place: sharing,
    send: page => press(page, 'Открыть профиль', sharing),
    says: byName(
      {
        '403 email not verified': ['Не удалось открыть профиль', 'Сначала подтвердите почту'],
        // A success without a link: the profile is read again, and says how it is.
        empty: ['Закрыт', 'Открыть профиль'],
      },
      sharingSays('Не удалось открыть профиль', 'Профиль остался закрытым.'),
    ),
    done: { words: ['Открыт', 'Ссылка на профиль'] },
  },
  hideProfile: {
    as: 'student',
    path: '/competencies',
    prepare: ({ db }) => void shareProfile(db, 1),
    place: sharing,
    send: async page => {
      await press(page, 'Скрыть профиль', sharing)
      await confirm(page, 'Скрыть профиль')
    },
    says: byName(
      { empty: ['Открыт', 'Скрыть профиль'] },
      sharingSays('Не удалось скрыть профиль', 'Профиль остался открытым, ссылка работает.'),
    ),
    isPending: () => document.querySelector('[role=alertdialog] [aria-busy=true]') !== null,
    done: { words: ['Закрыт', 'Открыть профиль'] },
  },
} satisfies Record<string, Scene>
