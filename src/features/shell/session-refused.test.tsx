import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { api } from '../../api/api'
import { drafts } from '../../lib/drafts'
import { enter, findControl, main, press } from '../../test/matrix/page'
import { ru } from '../../test/messages'
import { renderRoute } from '../../test/render-route'

const { auth, common, errors, task } = ru
const badLink = errors['Invalid token']
const ALWAYS = Number.POSITIVE_INFINITY

const refused = (detail: string): Fault => ({ kind: 'status', status: 401, detail })

test.each(['Invalid token', 'Could not validate credentials', 'Signature has expired'])(
  '401 %s after a refresh is a session that is not accepted, with a way to sign in again',
  async detail => {
    const page = await renderRoute('/group/1/task/101?sort=points', {
      as: 'student',
      prepare: ({ db }) => db.faults.add('getTask', refused(detail), ALWAYS),
    })
    await waitFor(() => expect(main()?.textContent).toContain(errors['hint.401']))
    expect(document.body.textContent).not.toContain(badLink)
    const again = await findControl(common['refused.action'])
    expect(again.closest('[role=alert]')?.textContent).toContain(common['refused.title'])
    page.platform.db.faults.clear()
    await page.user.click(again)
    await screen.findByText(auth['login.expired'])
    await enter(/^Имя пользователя/, 'student')
    await enter(/^Пароль/, 'flagship-demo')
    await press(auth['login.submit'], main)
    await screen.findByRole('textbox', { name: task['flags.label'] })
    expect(page.router.state.location.pathname).toBe('/group/1/task/101')
    expect(screen.queryByText(common['refused.title'])).toBeNull()
  },
)

test('a refused flag stays typed over the new login, and the notice goes when a call is accepted', async () => {
  const page = await renderRoute('/group/1/task/101', { as: 'student' })
  await screen.findByRole('textbox', { name: task['flags.label'] })
  page.platform.db.faults.add('submitFlags', refused('Invalid token'), 2)
  await enter(task['flags.label'], 'flag{half}')
  await press(task['send.label'])
  await screen.findByText(errors['hint.401'])
  await screen.findByText(common['refused.title'])
  expect(document.body.textContent).not.toContain(badLink)
  expect(drafts.get(1, 'flag.1.101')).toBe('flag{half}')
  await press(task['send.label'])
  await waitFor(() => expect(main()?.textContent).toMatch(/Флаг неверный/))
  await waitFor(() => expect(screen.queryByText(common['refused.title'])).toBeNull())
})

test('a 401 of a proxy says nothing about the session', async () => {
  await renderRoute('/groups', {
    as: 'student',
    prepare: ({ db }) => db.faults.add('listGroups', { kind: 'html', status: 401 }, ALWAYS),
  })
  await waitFor(() => expect(main()?.textContent).toContain(errors['hint.gateway']))
  await findControl(common.retry, main)
  expect(api.session.getState()).toMatchObject({ status: 'authenticated', isRefused: false })
  expect(screen.queryByText(common['refused.title'])).toBeNull()
})

test('a used link of an email is still called one', async () => {
  await renderRoute('/new-password?token=spent', {
    prepare: ({ db }) => db.faults.add('setNewPassword', refused('Invalid token')),
  })
  await enter(ru.recovery['new.password'], 'gora-reka-41')
  await enter(/^Повторите/, 'gora-reka-41')
  await press(ru.recovery['new.submit'], main)
  await screen.findByText(badLink)
})
