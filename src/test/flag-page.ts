import { fireEvent, screen, within } from '@testing-library/react'
import type { Fault } from '../../mocks/platform/faults'
import { personas } from '../../mocks/platform/personas'
import { ru } from './messages'
import { type RenderedRoute, renderRoute } from './render-route'

export const findFlagField = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: ru.task['flags.label'] })

export const getSendButton = () => screen.getByRole('button', { name: ru.task['send.label'] })

/** Opens a task's page with its flag form. Faults must hit later requests, so it waits for the form. */
export const openFlagPage = async (taskId = 101) => {
  const page = await renderRoute(`/group/1/task/${taskId}`, { as: 'student' })
  await findFlagField()
  return {
    ...page,
    flags: page.platform.db.getFlags(personas.student.id, 1, taskId),
    failSubmission: (fault: Fault) => page.platform.db.faults.add('submitFlags', fault),
  }
}

/** The flags of each request. */
export const getSubmissions = ({ platform }: RenderedRoute) =>
  platform.journal
    .entries()
    .filter(({ operationId }) => operationId === 'submitFlags')
    .map(({ request }) => (request.body as { flags: string[] }).flags)

/** Sets all lines at once, like a paste. */
export const fillFlags = async (text: string) => {
  const field = await findFlagField()
  fireEvent.input(field, { target: { value: text } })
  return field
}

export const pressEnter = (element: Element) => fireEvent.keyDown(element, { key: 'Enter' })

export const sendFlags = async (text: string) => {
  const field = await fillFlags(text)
  pressEnter(field)
  return field
}

/** Waits for the verdicts of a response. */
export const findVerdicts = async () => {
  const list = await screen.findByRole('list', { name: ru.task['verdict.list'] })
  return within(list)
    .getAllByRole('listitem')
    .map(item => item.textContent)
}

/** Leaves the task and comes back. */
export const revisitTask = async ({ router }: RenderedRoute, taskId = 101) => {
  await router.navigate({ to: '/groups' })
  await screen.findByRole('heading', { level: 1, name: ru.common['page.groups'] })
  await router.navigate({ to: '/group/$groupId/task/$taskId', params: { groupId: 1, taskId } })
  return findFlagField()
}
