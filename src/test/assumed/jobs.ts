import { fireEvent, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { expect } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { confirm, form, main, press, region, type Scene, textOf } from '../matrix/scene'
import { scenesOf } from '../matrix/scenes'
import type { RenderedRoute } from '../render-route'

/** What is done with a screen, and what must stand there when it worked. */
type Job = Pick<Scene, 'as' | 'scenario' | 'prepare' | 'path' | 'arrive' | 'send' | 'place' | 'done'>

const scenes: Record<string, Job> = Object.fromEntries(
  (['pages', 'tasks', 'groups', 'account'] as const).flatMap(part => scenesOf(part)),
)

const flags = region('Флаги')
const lab = region('Лаборатория')
const hints = region(/^Подсказки/)
const tab = (): Element | null => document.querySelector('main [role=tabpanel]:not([hidden])')
const own = { as: 'student', place: main } as const

const sendFlag = async (page: RenderedRoute, flag: string): Promise<void> => {
  fireEvent.input(await screen.findByLabelText('Флаг'), { target: { value: flag } })
  await press(page, 'Отправить', form('Отправка флагов'))
}

/** A wrong flag, then the right one. */
const sendFlags = async (page: RenderedRoute): Promise<void> => {
  await sendFlag(page, 'flag{wrong}')
  await waitFor(() => expect(textOf(flags())).toMatch(/неверен|Неверный/))
  await sendFlag(page, page.platform.db.flagsOf(1, 1, 101)[0] ?? '')
}

const logIn = async (page: RenderedRoute): Promise<void> => {
  await scenes.login?.send?.(page)
  await waitFor(() => expect(textOf(main())).toContain('Что сейчас'))
}

const faulty =
  (operation: string, fault: Fault): NonNullable<Job['prepare']> =>
  ({ db }) =>
    void db.faults.add(operation, fault)

const jobs: Record<string, Job> = {
  ...scenes,
  home: { ...own, path: '/', done: { words: ['Что сейчас', 'Ваши группы'] } },
  solve: { ...own, path: '/group/1/task/101', send: sendFlags, done: { words: ['Задание решено'] } },
  signInAndSolve: {
    path: '/login',
    place: main,
    arrive: logIn,
    send: async page => {
      for (const to of ['/groups', '/group/1', '/group/1/task/101'])
        await act(() => page.router.navigate({ to: to as '/groups' }))
      await sendFlags(page)
    },
    done: { words: ['Задание решено'] },
  },
  takeHint: {
    as: 'student',
    path: '/group/1/task/101',
    place: hints,
    arrive: page => press(page, /^Подсказки/),
    send: async page => {
      await press(page, 'Взять подсказку', hints)
      // A price that is not known is asked about.
      const question = () => document.querySelector('[role=alertdialog]')
      await waitFor(() => expect(question() ?? textOf(hints()).includes('Подсказка 1')).toBeTruthy())
      if (question()) await press(page, 'Взять подсказку', question)
    },
    done: { words: ['Подсказка 1 из 2', 'Бесплатно'] },
  },
  getLabStatus: {
    as: 'student',
    path: '/group/1/task/104',
    place: lab,
    done: { words: ['Запустить лабораторию'] },
  },
  readyLab: {
    as: 'student',
    path: '/group/1/task/104',
    scenario: 'labRunning',
    place: lab,
    done: { words: ['Остановить'] },
  },
  startLab: { ...scenes.startLab, place: lab, path: '/group/1/task/104', done: { words: ['Остановить'] } },
  otherLab: {
    as: 'student',
    path: '/group/1/task/130',
    scenario: 'labRunning',
    place: lab,
    send: page => press(page, 'Запустить лабораторию', lab),
    done: { words: [/Уже работает другая|Лаборатория не запустилась/] },
  },
  startAttempt: {
    as: 'candidate',
    path: '/group/5?tab=exam',
    scenario: 'examReady',
    place: tab,
    send: async page => {
      await press(page, 'Начать экзамен', tab)
      await confirm(page, /^Начать/, 'Понимаю')
    },
    done: { words: ['Экзамен идёт'] },
  },
  ownProfile: { ...own, path: '/competencies', done: { words: ['Компетенции', 'Общий доступ к профилю'] } },
  pausedLogin: {
    ...scenes.login,
    path: '/login',
    place: main,
    prepare: faulty('login', { kind: 'status', status: 429, detail: 'too many attempts' }),
    done: { words: [/Слишком много/] },
  },
  refusedLogin: {
    ...scenes.login,
    path: '/login',
    place: main,
    prepare: faulty('login', {
      kind: 'body',
      status: 422,
      body: { detail: [{ loc: ['body', 'username'], msg: 'too long', type: 'value_error' }] },
    }),
    done: { words: ['Войти'] },
  },
}

/** What else is done with an answer: the main job behind the screen that it fills. */
const behind: Record<string, readonly string[]> = {
  login: ['login', 'signInAndSolve'],
  listGroups: ['listGroups', 'home'],
  getTask: ['getTask', 'solve', 'takeHint', 'startLab'],
  listTaskStatuses: ['listTaskStatuses', 'solve'],
  submitFlags: ['submitFlags', 'solve'],
  getLabStatus: ['getLabStatus', 'readyLab'],
  getCompetencies: ['getCompetencies', 'ownProfile', 'shareProfile'],
  // Refusals that a job has to meet.
  'startLab 409': ['otherLab'],
  'login 429': ['pausedLogin'],
  'login 422': ['refusedLogin'],
}

/** The names of the jobs that live on an answer. */
export const jobsOf = (operation: string, status: number): readonly string[] =>
  behind[status < 400 ? operation : `${operation} ${status}`] ??
  (status < 400 && jobs[operation] ? [operation] : [])

/** The jobs of a page whose operation a platform does not have. */
export const jobsWithout = (operation: string): readonly string[] =>
  operation === 'getCompetencies' ? ['ownProfile', 'shareProfile'] : []

export const jobOf = (name: string): Job => {
  const job = jobs[name]
  if (!job) throw new Error(`There is no job ${name}.`)
  return job
}

type Words = Job['done']['words']

/** What stands there where the detail itself was what the screen said, or led on to it; by detail and job. */
export const instead: Record<string, Words> = {
  'GroupSummary.id listGroups': ['Практическая безопасность'],
  'GroupSummary.name listGroups': ['Мои группы', '#1'],
  'GroupSummary.id home': ['Ваши группы'],
  'InviteCheck.group checkInvite': ['Вас пригласили в группу', 'Вступить в группу'],
  'InviteGroup.name checkInvite': ['Вас пригласили в группу'],
  'Group.categories getGroup': ['В этой группе пока нет заданий'],
  'Category.tasks getGroup': ['В этой группе пока нет заданий'],
  'TaskSummary.id getGroup': ['Решено'],
  'TaskSummary.title getTask': ['#101', 'Флаги'],
  // These are what their page or panel is made of.
  'Leaderboard.rows getLeaderboard': ['Сервер ответил не так'],
  'LmsTask.group_id findLmsTask': ['Сервер ответил не так'],
  'LmsTask.task_id findLmsTask': ['Сервер ответил не так'],
  'Hint.text takeHint': ['Подсказка 1 из'],
  'Hint.cost takeHint': ['Подсказка 1 из'],
  'Writeup.content getWriteup': ['Сервер прислал разбор, который нельзя прочитать.'],
  'Profile.user getSharedProfile': ['Профиль участника'],
  'PublicUser.username getSharedProfile': ['Профиль'],
}
