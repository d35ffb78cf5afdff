import { fireEvent, screen } from '@testing-library/react'
import { useRealForms } from '../real-forms'
import { fillIn } from '../register'
import type { RenderedRoute } from '../render-route'
import type { Failure } from './columns'
import { confirm, dialog, main, press, region, type Scene, textOf } from './scene'
import { bareReason, byName, isLost, reason } from './words'

const menu = dialog('Меню профиля')
const feedback = dialog('Обратная связь')
const letter = region('Почта не подтверждена')
const forms = (): Element | null => document.querySelector('main form')
const body = (): Element | null => document.body
const password = 'gora-reka-41'

const openMenu = async (page: RenderedRoute): Promise<void> => {
  await press(page, 'Меню профиля')
  await screen.findByRole('dialog', { name: 'Меню профиля' })
}

const fill = async (label: string | RegExp, value: string): Promise<void> => {
  fireEvent.input(await screen.findByLabelText(label), { target: { value } })
}

/** Whether what became of the write is not known: no readable answer, or a server that broke without a word. */
const isBroken = (failure: Failure): boolean => isLost(failure) && failure.error.detail === undefined

/** Operations of entering, of the account and of the letters. */
export const accountScenes = {
  login: {
    path: '/login',
    place: main,
    send: async page => {
      await fill(/^Имя пользователя/, 'student')
      await fill(/^Пароль/, 'flagship-demo')
      await press(page, 'Войти', forms)
    },
    says: byName(
      {
        '403 email is not verified, we sent you a link to email for verification': [
          'Подтвердите почту',
          'Почта ещё не подтверждена, мы отправили вам письмо со ссылкой.',
        ],
      },
      bareReason,
    ),
    done: { words: ['Что сейчас'], where: main },
  },
  register: {
    path: '/registration',
    place: main,
    send: async page => {
      await fillIn(page)
      await press(page, 'Зарегистрироваться', forms)
    },
    says: bareReason,
    done: { words: ['Проверьте почту', 'anna.orlova@example.com'] },
  },
  requestPasswordReset: {
    path: '/reset-password',
    place: main,
    send: async page => {
      await fill(/^Почта/, 'nobody@example.com')
      await press(page, 'Отправить ссылку', forms)
    },
    // Whether an address has an account is nobody's business (reliability V07).
    says: byName(
      { '404 user not exists': ['Проверьте почту', 'Если у нас есть учётная запись с этим адресом'] },
      bareReason,
    ),
    ends: ({ error }) => error.status === 404,
    done: { words: ['Проверьте почту', 'Если у нас есть учётная запись с этим адресом'] },
  },
  setNewPassword: {
    path: '/new-password?token=reset-demo-token',
    place: main,
    send: async page => {
      await fill(/^Новый пароль \*$/, password)
      await fill(/^Новый пароль ещё раз/, password)
      await press(page, 'Сохранить пароль', forms)
    },
    says: byName(
      { '400 Invalid token': ['Ссылка недействительна, проверьте почту.', 'Запросить новую ссылку'] },
      failure => (isBroken(failure) ? ['Попробуйте войти с ним'] : bareReason(failure)),
    ),
    ends: ({ error }) => error.status === 400,
    done: { words: ['Пароль изменён', 'Теперь войдите с ним.'] },
  },
  logout: {
    as: 'student',
    path: '/groups',
    send: async page => {
      await openMenu(page)
      await press(page, 'Выйти', menu)
      await confirm(page, 'Выйти')
    },
    place: main,
    // A failure is only logged (specification §7): the person has left.
    says: () => ['Вход'],
    ends: () => true,
    // Nobody waits for the answer to a good-bye.
    isPending: () => textOf(main()).startsWith('Вход'),
    done: { words: ['Вход'] },
  },
  updateUsername: {
    as: 'student',
    path: '/contacts',
    place: menu,
    arrive: async page => {
      await openMenu(page)
      await press(page, 'Изменить имя пользователя', menu)
      await fill('Имя пользователя', 'sasha_v')
    },
    send: page => press(page, 'Сохранить', menu),
    says: failure => (isBroken(failure) ? ['не изменилось'] : bareReason(failure)),
    done: { words: ['sasha_v', 'Сохранено'] },
  },
  updatePassword: {
    as: 'student',
    path: '/contacts',
    place: menu,
    arrive: async page => {
      await openMenu(page)
      await press(page, 'Сменить пароль', menu)
    },
    send: async page => {
      await fill('Текущий пароль', 'flagship-demo')
      await fill('Новый пароль', password)
      await fill('Новый пароль ещё раз', password)
      await press(page, 'Сохранить', menu)
    },
    says: failure => (isBroken(failure) ? ['новый уже действует'] : bareReason(failure)),
    done: { words: ['Новый пароль сохранён'] },
  },
  getVpnConfig: {
    as: 'student',
    path: '/contacts',
    place: menu,
    arrive: openMenu,
    send: page => press(page, 'Скачать настройки VPN', menu),
    says: bareReason,
    done: { words: ['Настройки VPN скачаны'], where: body },
  },
  requestEmailVerification: {
    as: 'newcomer',
    path: '/groups',
    place: () => letter() ?? document.querySelector('[data-announcer]'),
    send: page => press(page, /^Отправить/, letter),
    says: byName({ '409 email already verified': ['Почта подтверждена'] }, bareReason),
    ends: ({ error }) => error.status === 409,
    done: { words: ['Письмо отправлено. Перейдите по ссылке из него.'] },
  },
  sendFeedback: {
    as: 'student',
    path: '/contacts',
    prepare: () => void useRealForms(),
    place: feedback,
    arrive: async page => {
      await press(page, 'Обратная связь')
      fireEvent.input(await screen.findByRole('textbox', { name: 'Сообщение' }), {
        target: { value: 'Спасибо' },
      })
    },
    send: page => press(page, /^Отправить$/, feedback),
    says: failure => [...reason(failure), 'Написанное сохранено.'],
    done: { words: ['Ваше обращение зарегистрировано'] },
  },
} satisfies Record<string, Scene>
