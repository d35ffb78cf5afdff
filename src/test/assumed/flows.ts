import { waitFor } from '@testing-library/react'
import { act } from 'react'
import type { Fault } from '../../../mocks/platform/faults'
import { getBoard } from '../../../mocks/platform/leaderboard'
import { cases } from '../matrix/cases'
import {
  confirm,
  enter,
  expectMessages,
  form,
  type Messages,
  main,
  type OperationCase,
  press,
  region,
  tabPanel,
} from '../matrix/page'
import { anyOf, beforePlaceholder, fill, ru, startingWith } from '../messages'
import type { RenderedRoute } from '../render-route'

/** A use of the interface that must work without the assumed details of the answers. */
type Flow = Pick<
  OperationCase,
  'as' | 'scenario' | 'prepare' | 'path' | 'isRetry' | 'setUp' | 'trigger' | 'area' | 'success'
>

const { auth, common, errors, exam, groups, hints, invite, lab, task } = ru

const labSection = region(lab.title)
const hintsSection = region(startingWith(hints.title))
const LAB_TASK = '/group/1/task/104'

const submitFlag = async (flag: string): Promise<void> => {
  await enter(task['flags.label'], flag)
  await press(task['send.label'], form(task['flags.form']))
}

const submitWrongAndRightFlag = async (page: RenderedRoute): Promise<void> => {
  await submitFlag('flag{wrong}')
  const wrong = anyOf(task['verdict.wrongOnly'], task['verdict.incorrect'], task['verdict.unknown'])
  await waitFor(() => expectMessages([wrong], region(task['flags.title'])()))
  await submitFlag(page.platform.db.getFlags(1, 1, 101)[0] ?? '')
}

const withFault =
  (operation: string, fault: Fault): NonNullable<Flow['prepare']> =>
  ({ db }) =>
    void db.faults.add(operation, fault)

const flows: Record<string, Flow> = {
  ...cases,
  home: {
    as: 'student',
    path: '/',
    area: main,
    success: { messages: [groups['home.groups'], groups['week.title']] },
  },
  whoSolved: {
    as: 'student',
    path: '/group/1/leaderboard?view=matrix',
    area: main,
    success: { messages: [ru.solves['legend.none']] },
  },
  register: {
    as: 'admin',
    path: '/group/1?tab=register',
    area: tabPanel,
    success: { messages: [ru.register['column.last']] },
  },
  readRegister: {
    as: 'admin',
    path: '/group/1?tab=register',
    area: tabPanel,
    prepare: ({ db }) => {
      const { rows, ...board } = getBoard(db, 1)
      const body = { ...board, rows: rows.slice(0, 4) }
      db.faults.add('getLeaderboard', { kind: 'body', status: 200, body }, Number.POSITIVE_INFINITY)
    },
    trigger: () => press(startingWith(beforePlaceholder(ru.register['reading.start_many'])), tabPanel),
    success: { messages: [fill(ru.register['reading.value'], { read: 4, total: 4 })] },
  },
  solve: {
    as: 'student',
    path: '/group/1/task/101',
    area: main,
    trigger: submitWrongAndRightFlag,
    success: { messages: [task['solved.title']] },
  },
  loginAndSolve: {
    path: '/login',
    area: main,
    trigger: async page => {
      await cases.login.trigger?.(page)
      await waitFor(() => expectMessages([groups['home.groups']], main()))
      for (const to of ['/groups', '/group/1', '/group/1/task/101'])
        await act(() => page.router.navigate({ to: to as '/groups' }))
      await submitWrongAndRightFlag(page)
    },
    success: { messages: [task['solved.title']] },
  },
  takeHint: {
    as: 'student',
    path: '/group/1/task/101',
    area: hintsSection,
    setUp: () => press(startingWith(hints.title)),
    trigger: async () => {
      await press(hints.take, hintsSection)
      // An unknown price needs a confirmation.
      const dialog = () => document.querySelector('[role=alertdialog]')
      const first = fill(hints.number, { number: 1, total: '' }).trim()
      await waitFor(() => {
        if (!dialog()) expectMessages([first], hintsSection())
      })
      if (dialog()) await press(hints.take, dialog)
    },
    success: { messages: [fill(hints.numberPlain, { number: 1 }), hints['paid.free']] },
  },
  runningLab: {
    as: 'student',
    path: LAB_TASK,
    scenario: 'labRunning',
    area: labSection,
    success: { messages: [lab.stop] },
  },
  startLab: { ...cases.startLab, area: labSection, path: LAB_TASK, success: { messages: [lab.stop] } },
  startOtherLab: {
    as: 'student',
    path: '/group/1/task/130',
    scenario: 'labRunning',
    area: labSection,
    trigger: () => press(lab.start, labSection),
    success: { messages: [anyOf(lab['other.title'], lab['failure.start'])] },
  },
  startAttempt: {
    as: 'candidate',
    path: '/group/5?tab=exam',
    scenario: 'examReady',
    area: tabPanel,
    trigger: async () => {
      await press(exam['start.open'], tabPanel)
      // Without the duration the button has a shorter label.
      await confirm(startingWith(exam['start.confirmPlain']), exam['start.understand'])
    },
    success: { messages: [exam['headline.exam_started']] },
  },
  limitedLogin: {
    ...cases.login,
    path: '/login',
    area: main,
    prepare: withFault('login', { kind: 'status', status: 429, detail: 'too many attempts' }),
    success: { messages: [anyOf(errors['too many attempts'], errors.rate_limited)] },
  },
  invalidLogin: {
    ...cases.login,
    path: '/login',
    area: main,
    prepare: withFault('login', {
      kind: 'body',
      status: 422,
      body: { detail: [{ loc: ['body', 'username'], msg: 'too long', type: 'value_error' }] },
    }),
    success: { messages: [auth['login.submit']] },
  },
}

/** The flows that depend on an answer, where that is not just the case of the operation. */
const flowsByAnswer: Record<string, readonly string[]> = {
  login: ['login', 'loginAndSolve'],
  listGroups: ['listGroups', 'home'],
  // `solve` includes the page and a wrong flag.
  getTask: ['getTask', 'solve', 'takeHint', 'startLab'],
  listTaskStatuses: ['listTaskStatuses', 'solve'],
  submitFlags: ['solve'],
  getLabStatus: ['getLabStatus', 'startLab', 'runningLab'],
  getLeaderboard: ['getLeaderboard', 'whoSolved', 'register'],
  getCompetencies: ['getCompetencies', 'shareProfile', 'readRegister'],
  'startLab 409': ['startOtherLab'],
  'login 429': ['limitedLogin'],
  'login 422': ['invalidLogin'],
}

export const getFlowNames = (operation: string, status: number): readonly string[] =>
  flowsByAnswer[status < 400 ? operation : `${operation} ${status}`] ??
  (status < 400 && flows[operation] ? [operation] : [])

/** The flows that must work when the platform does not have the operation, by operation. */
export const flowsWithout: Readonly<Record<string, readonly string[]>> = {
  getCompetencies: ['shareProfile', 'register'],
}

/** Who administers a group is assumed, and only administrators are offered these. */
const adminFlows = ['setTaskVisibility', 'downloadFromLms', 'uploadToLms', 'register', 'readRegister']

export const memberFlowNames = Object.keys(flows).filter(name => !adminFlows.includes(name))

export const getFlow = (name: string): Flow => {
  const flow = flows[name]
  if (!flow) throw new Error(`There is no flow ${name}.`)
  return flow
}

const firstHint = fill(hints.number, { number: 1, total: '' }).trim()
const badResponse = errors['title.badResponse']

/** Expected instead, by `item flow`, where the flow shows the item itself or needs it to go on. */
export const messagesWithout: Record<string, Messages> = {
  'GroupSummary.id listGroups': ['Практическая безопасность'],
  'GroupSummary.name listGroups': [common['page.groups'], '#1'],
  'GroupSummary.id home': [groups['home.groups']],
  'InviteCheck.group checkInvite': [invite['notice.title'], invite['join.title']],
  'InviteGroup.name checkInvite': [invite['notice.title']],
  'Group.categories getGroup': [task['empty.unlisted']],
  'Category.tasks getGroup': [task['empty.unlisted']],
  'TaskSummary.title getGroup': ['#101'],
  'TaskSummary.id getGroup': [groups['progress.label']],
  'TaskSummary.title getTask': ['#101', task['flags.title']],
  // The page or panel needs these.
  'Leaderboard.rows getLeaderboard': [badResponse],
  'Leaderboard.rows whoSolved': [badResponse],
  'Leaderboard.rows register': [ru.register.failed],
  'LeaderboardRow.solved_tasks whoSolved': [ru.leaderboard['column.last']],
  'LmsTask.group_id findLmsTask': [badResponse],
  'LmsTask.task_id findLmsTask': [badResponse],
  'Hint.text takeHint': [firstHint],
  'Hint.cost takeHint': [firstHint],
  'Writeup.content getWriteup': [hints['writeup.unreadable']],
  'Profile.user getSharedProfile': [ru.competencies.someone],
}

/** Expected instead, by flow, where the platform sends no assumed property at all. */
export const messagesWithoutAny: Record<string, Messages> = {
  listGroups: ['#1'],
  getGroup: [task['empty.unlisted']],
  listTaskStatuses: [task['empty.unlisted']],
  getTask: ['#101', task['description.unsaid'], lab.none],
  getLeaderboard: [badResponse],
  whoSolved: [badResponse],
  getSharedProfile: [ru.competencies.unknown],
  checkInvite: [invite['notice.title'], invite['join.title']],
  findLmsTask: [badResponse],
  submitFlags: [task['send.label']],
  takeHint: [hints.empty],
  openTerminal: [badResponse],
  getWriteup: [hints['writeup.unreadable']],
  checkPayment: [beforePlaceholder(ru.payment['same.admission'])],
  shareProfile: [ru.sharing['link.unreadable']],
  // Neither right nor wrong.
  solve: [`${task['verdict.unknown']} flag{`],
  loginAndSolve: [`${task['verdict.unknown']} flag{`],
}
