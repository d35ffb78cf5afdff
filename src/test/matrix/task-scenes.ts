import { fireEvent, screen } from '@testing-library/react'
import { confirm, findControl, form, press, region, type Scene } from './scene'
import { byName, isLost, reason } from './words'

const lab = region('Лаборатория')
const hints = region(/^Подсказки/)
const writeup = region('Разбор')
const flags = form('Отправка флагов')
const withLab = '/group/1/task/104'
const isOwn = 'Видно участникам: Чужой заказ'

let flagsSent = 0

const visibilityRow = (): Element | null =>
  document.querySelector(`[aria-label="${isOwn}"]`)?.closest('li') ?? null

/** Operations of a task, in the sections of its page. */
export const taskScenes = {
  getLabStatus: {
    as: 'student',
    path: withLab,
    isRetry: true,
    place: lab,
    // Its part of the page comes later than the page, and its first question is not the one that is tried.
    arrive: () => findControl('Повторить', lab),
    send: page => press(page, 'Повторить', lab),
    says: failure => ['Не удалось узнать состояние лаборатории', ...reason(failure)],
    done: { words: ['Выключена', 'Запустить лабораторию'] },
  },
  startLab: {
    as: 'student',
    path: withLab,
    place: lab,
    send: page => press(page, /^(Запустить лабораторию|Повторить)$/, lab),
    says: failure => ['Лаборатория не запустилась', ...reason(failure)],
    isPending: () => lab()?.textContent?.includes('Запускается') ?? false,
    done: { words: [/Прошло/] },
  },
  stopLab: {
    as: 'student',
    path: withLab,
    scenario: 'labRunning',
    place: lab,
    send: async page => {
      await press(page, 'Остановить', lab)
      await confirm(page, /^Остановить/)
    },
    says: failure => ['Не удалось остановить лабораторию', ...reason(failure)],
    isPending: () => document.querySelector('[role=alertdialog] [aria-busy=true]') !== null,
    done: { words: ['Выключена', 'Запустить лабораторию'] },
  },
  submitFlags: {
    as: 'student',
    path: '/group/1/task/101',
    place: flags,
    // One that has been wrong before is asked about first, and the page before may still be noting that its own was.
    send: async page => {
      flagsSent += 1
      fireEvent.input(await screen.findByLabelText('Флаг'), { target: { value: `flag{wrong-${flagsSent}}` } })
      await press(page, 'Отправить', flags)
    },
    // After no answer the statuses say whether the flag has counted.
    says: failure => [
      ...reason(failure),
      ...(isLost(failure) ? ['Ответ не пришёл, и флаг не засчитан.'] : []),
    ],
    done: { words: ['1 флаг неверен и остался в поле.'] },
  },
  takeHint: {
    as: 'student',
    path: '/group/1/task/101',
    place: hints,
    arrive: page => press(page, /^Подсказки/),
    send: page => press(page, /^(Взять подсказку|Попробовать ещё раз)$/, hints),
    // Every failure is an empty hint (specification §7); an answer that held none says so.
    says: byName({ empty: ['Подсказка недоступна', 'Сервер не прислал подсказку.'] }, failure => [
      'Подсказка недоступна',
      ...reason(failure),
    ]),
    done: { words: ['Подсказка 1 из 2', 'Бесплатно'] },
  },
  openTerminal: {
    as: 'student',
    path: withLab,
    scenario: 'labRunning',
    place: region(/^Терминал/),
    send: page => press(page, 'Открыть терминал', lab),
    says: reason,
    isPending: () => lab()?.querySelector('#open-terminal[aria-busy=true]') != null,
    done: { words: ['Первый вход: осмотритесь на сервере'] },
  },
  getWriteup: {
    as: 'student',
    path: '/group/1/task/119?pane=writeup',
    place: writeup,
    send: page => press(page, /^(Всё равно показать|Повторить)$/, writeup),
    says: failure => ['Не удалось загрузить разбор', ...reason(failure)],
    done: { words: ['Разбор открыт сразу'] },
  },
  setTaskVisibility: {
    as: 'admin',
    path: '/group/1',
    place: visibilityRow,
    send: async page => page.user.click(await findControl(isOwn, visibilityRow, 'input')),
    // The server's own word stands too (specification §7).
    says: byName(
      // A success without a body: the group is read again, and the row says how it is.
      { empty: ['Чужой заказ'] },
      failure => [
        'Не удалось изменить видимость задания',
        ...reason(failure),
        ...(failure.error.detail !== undefined ? [`Ответ сервера: ${failure.name.slice(4)}`] : []),
      ],
    ),
    done: { words: ['Скрыто'] },
  },
} satisfies Record<string, Scene>
