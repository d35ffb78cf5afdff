import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRotatingBackend, type RotatingBackend } from '../test/rotating-backend'
import { api } from './api'
import { useSession } from './use-session'

let backend: RotatingBackend

beforeEach(() => {
  backend = createRotatingBackend()
  vi.stubGlobal('fetch', backend.fetch)
  localStorage.clear()
  api.session.reset()
})

afterEach(() => {
  api.session.reset()
  vi.unstubAllGlobals()
})

const Who = () => {
  const { status, user, session } = useSession()
  return (
    <button type="button" onClick={() => void session.logout()}>
      {status} {user?.username}
    </button>
  )
}

test('rerenders from start to logout', async () => {
  localStorage.setItem('token', backend.signIn(5))
  render(<Who />)
  expect(screen.getByRole('button').textContent).toBe('starting ')
  await act(() => api.session.start())
  expect(screen.getByRole('button').textContent).toBe('authenticated user-5')
  await act(async () => screen.getByRole('button').click())
  expect(screen.getByRole('button').textContent).toBe('anonymous ')
  expect(localStorage.getItem('token')).toBeNull()
})

test('A19 a removed token ends the session by the storage event', async () => {
  localStorage.setItem('token', backend.signIn())
  await api.session.start()
  localStorage.removeItem('token')
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  expect(api.session.getState().status).toBe('anonymous')
})
