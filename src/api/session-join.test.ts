import { expect, test } from 'vitest'
import { openExpiredTab } from '../test/expired-tab'
import { json } from '../test/rotating-backend'

const invite = 'OSEN-2026'

test('joining by an invite signs the same user in again and keeps the cached data', async () => {
  const { session, backend, storage } = await openExpiredTab()
  const before = session.getState()
  const token = storage.get('token')
  const cleared: string[] = []
  session.onClearUserData(reason => cleared.push(reason))
  await session.join({ username: ' user-1 ', password: ' right ', invite })
  const sent = backend.journal.map(({ path, body }) => [path, JSON.parse(body)])
  expect(sent).toEqual([['/auth/login', { username: 'user-1', password: 'right', invite }]])
  expect(session.getState()).toMatchObject({ status: 'authenticated', isFirstRequest: false })
  expect(session.getState().user?.id).toBe(before.user?.id)
  expect(cleared).toEqual([])
  expect(storage.get('token')).not.toBe(token)
})

test.each([
  ['a wrong password', undefined, 401],
  ['an invite that ended', () => json(404, { detail: 'Group with this invite code not found' }), 404],
  ['an unconfirmed address', () => json(403, { detail: 'email not verified' }), 403],
])('a rejected join keeps the session, in this tab and the next: %s', async (_, answer, status) => {
  const { session, backend, browser, storage, client } = await openExpiredTab()
  const other = browser.openTab()
  await other.session.start()
  const token = storage.get('token')
  if (answer) backend.interceptWith(sent => (sent.path === '/auth/login' ? answer() : undefined))
  const joining = session.join({ username: 'user-1', password: 'wrong', invite })
  await expect(joining).rejects.toMatchObject({ kind: 'http', status })
  expect(session.getState().status).toBe('authenticated')
  expect(other.session.getState().status).toBe('authenticated')
  expect(storage.get('token')).toBe(token)
  expect((await client.GET('/groups')).response.status).toBe(200)
})

test('a join that succeeds after a logout is ignored', async () => {
  const { session, backend, storage } = await openExpiredTab()
  let answer = () => {}
  const slow = new Promise<void>(resolve => {
    answer = resolve
  })
  backend.setLatency(() => slow)
  const joining = session.join({ username: 'user-1', password: 'right', invite })
  const refused = expect(joining).rejects.toMatchObject({ kind: 'aborted' })
  void session.logout()
  answer()
  await refused
  expect(session.getState().status).toBe('anonymous')
  expect(storage.get('token')).toBeNull()
})
