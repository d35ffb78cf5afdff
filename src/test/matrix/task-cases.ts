import { errorTitle, hasSpecificDetail } from '../../i18n/error-messages'
import { anyOf, beforePlaceholder, fill, oneOf, ru, startingWith } from '../messages'
import { isLost, shortMessage } from './failures'
import { confirm, enter, findControl, form, type OperationCase, press, region } from './page'

const { common, hints, lab, task } = ru

const labSection = region(lab.title)
const hintsSection = region(startingWith(hints.title))
const writeupSection = region(hints['writeup.title'])
const flagForm = form(task['flags.form'])
const LAB_TASK = '/group/1/task/104'
const OTHER_TASK_TITLE = 'Чужой заказ'
const visibilityLabel = fill(task['visibility.named'], { title: OTHER_TASK_TITLE })

let flagsSent = 0

const visibilityRow = (): Element | null =>
  document.querySelector(`[aria-label="${visibilityLabel}"]`)?.closest('li') ?? null

export const taskCases = {
  getLabStatus: {
    as: 'student',
    path: LAB_TASK,
    isRetry: true,
    area: labSection,
    // The lab panel is lazy, and its first request fails before the one that is tested.
    setUp: () => findControl(common.retry, labSection),
    trigger: () => press(common.retry, labSection),
    errorMessages: failure => [lab['failure.read'], ...shortMessage(failure)],
    success: { messages: [lab['state.off'], lab.start] },
  },
  startLab: {
    as: 'student',
    path: LAB_TASK,
    area: labSection,
    trigger: () => press(oneOf(lab.start, common.retry), labSection),
    errorMessages: failure => [lab['failure.start'], ...shortMessage(failure)],
    isPending: () => labSection()?.textContent?.includes(lab['state.starting']) ?? false,
    success: { messages: [beforePlaceholder(lab['starting.elapsed'])] },
    afterOutage: ['read', anyOf(beforePlaceholder(lab['starting.elapsed']), lab['state.ready'])],
  },
  stopLab: {
    as: 'student',
    path: LAB_TASK,
    scenario: 'labRunning',
    area: labSection,
    trigger: async () => {
      await press(lab.stop, labSection)
      await confirm(lab['stop.confirm'])
    },
    errorMessages: failure => [lab['failure.stop'], ...shortMessage(failure)],
    isPending: () => document.querySelector('[role=alertdialog] [aria-busy=true]') !== null,
    success: { messages: [lab['state.off'], lab.start] },
    afterOutage: ['read', lab.start],
  },
  submitFlags: {
    as: 'student',
    path: '/group/1/task/101',
    area: flagForm,
    // A flag that was wrong before would need a confirmation.
    trigger: async () => {
      flagsSent += 1
      await enter(task['flags.label'], `flag{wrong-${flagsSent}}`)
      await press(task['send.label'], flagForm)
    },
    // Without an answer the statuses show whether the flag has counted.
    errorMessages: failure =>
      isLost(failure) && !hasSpecificDetail(failure.error)
        ? [errorTitle(failure.error), task['arrival.missing']]
        : shortMessage(failure),
    success: { messages: [task['verdict.wrongOnly']] },
    afterOutage: ['read', task['arrival.missing']],
  },
  takeHint: {
    as: 'student',
    path: '/group/1/task/101',
    area: hintsSection,
    setUp: () => press(startingWith(hints.title)),
    trigger: () => press(oneOf(hints.take, hints.again), hintsSection),
    // Every failure is shown as an empty hint; a success without a hint has its own text.
    explained: { empty: [hints.unavailable, hints.empty] },
    errorMessages: failure => [hints.unavailable, ...shortMessage(failure)],
    success: { messages: [fill(hints.number, { number: 1, total: 2 }), hints['paid.free']] },
    afterOutage: ['read', fill(hints.number, { number: 1, total: 2 })],
  },
  openTerminal: {
    as: 'student',
    path: LAB_TASK,
    scenario: 'labRunning',
    area: region(startingWith(ru.terminal.title)),
    trigger: () => press(task['terminal.open'], labSection),
    errorMessages: shortMessage,
    isPending: () => labSection()?.querySelector('#open-terminal[aria-busy=true]') != null,
    success: { messages: ['Первый вход: осмотритесь на сервере'] },
    afterOutage: ['advice', ru.errors.network],
  },
  getWriteup: {
    as: 'student',
    path: '/group/1/task/119?pane=writeup',
    area: writeupSection,
    trigger: () => press(oneOf(hints['writeup.show'], common.retry), writeupSection),
    errorMessages: failure => [hints['writeup.failed'], ...shortMessage(failure)],
    success: { messages: ['Разбор открыт сразу'] },
  },
  setTaskVisibility: {
    as: 'admin',
    path: '/group/1',
    area: visibilityRow,
    trigger: () => press(visibilityLabel, visibilityRow, 'input'),
    // After a success without a body the group is read again.
    explained: { empty: [OTHER_TASK_TITLE] },
    errorMessages: failure => [
      task['visibility.failed'],
      ...shortMessage(failure),
      ...(failure.error.detail === undefined
        ? []
        : [`${task['visibility.server']} ${failure.name.slice(4)}`]),
    ],
    ignoresRetryAfter: true,
    success: { messages: [task.hidden] },
    afterOutage: ['read', task.hidden],
  },
} satisfies Record<string, OperationCase>
