import { fireEvent, render } from '@testing-library/react'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  addInviteToLinks,
  applyTheme,
  rememberEarlySubmit,
  reserveBanners,
  reserveNotice,
} from './first-paint'

const { documentElement: root } = document
const keeping = (entries: Record<string, string>) => ({ getItem: (key: string) => entries[key] ?? null })

/** Removes what a test listens for, when it is over. */
const watchListeners = () => {
  const listening = vi.spyOn(window, 'addEventListener')
  onTestFinished(() => {
    for (const [name, listener] of listening.mock.calls) window.removeEventListener(name, listener)
    listening.mockRestore()
  })
}

afterEach(() => {
  history.replaceState(null, '', '/')
  root.removeAttribute('style')
  for (const name of ['page', 'theme', 'note']) delete root.dataset[name]
})

describe('a submit before hydration', () => {
  const open = () => {
    watchListeners()
    rememberEarlySubmit()
    const { container } = render(
      <form>
        <input />
      </form>,
    )
    return container.querySelector('form') as HTMLFormElement
  }

  test('is held back and remembered until the next input', () => {
    const form = open()
    expect(fireEvent.submit(form)).toBe(false)
    expect(form.dataset.pressed).toBe('')
    fireEvent.input(form.querySelector('input') as HTMLElement)
    expect(form.dataset.pressed).toBeUndefined()
  })

  test('is left to a form that handles it itself', () => {
    const form = open()
    form.addEventListener('submit', event => event.preventDefault())
    fireEvent.submit(form)
    expect(form.dataset.pressed).toBeUndefined()
  })
})

test.each([
  ['/registration', '/login', '/registration?invite=A%26B'],
  ['/login', '/login', '/login?invite=A%26B'],
  ['/contacts', '/login', '/contacts'],
  ['/registration', undefined, '/registration'],
])('the link %s of the prerendered page %s leads to %s', (href, page, expected) => {
  watchListeners()
  if (page) root.dataset.page = page
  history.replaceState(null, '', '/login?invite=A%26B')
  addInviteToLinks(root)
  const { getByText, getByRole } = render(
    <a href={href}>
      <b>go</b>
    </a>,
  )
  // jsdom can't leave the page.
  document.body.addEventListener('click', event => event.preventDefault(), { once: true })
  fireEvent.click(getByText('go'))
  expect(getByRole('link').getAttribute('href')?.replace(location.origin, '')).toBe(expected)
})

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['red', undefined],
])('the stored theme %s sets %s', (stored, theme) => {
  applyTheme(root, keeping({ theme: stored }))
  expect(root.dataset.theme).toBe(theme)
})

test.each([
  ['of this width', `${window.innerWidth} 45`, '45px'],
  ['of another width', '412 45', ''],
  ['never seen', '', ''],
])('banners %s', (_, stored, height) => {
  reserveBanners(root, keeping({ 'flagship.banners': stored }))
  expect(root.style.getPropertyValue('--banners-height')).toBe(height)
  reserveBanners(root, keeping({ 'flagship.notice': stored && `${stored} {"text":"2 1"}` }))
  expect(root.style.getPropertyValue('--notice-height')).toBe(height)
})

test('the page of an exam, which has no countdown below the header, reserves no space for it', () => {
  history.replaceState(null, '', '/group/5?tab=exam')
  reserveBanners(root, keeping({ 'flagship.banners': `${window.innerWidth} 45` }))
  expect(root.style.getPropertyValue('--banners-height')).toBe('')
})

test.each([
  ['/login', '', { token: 'of-an-ended-session' }, ''],
  ['/login', '', { auth_redirect: '/groups' }, ''],
  ['/login', '', { auth_redirect: '/' }, undefined],
  ['/login', '', {}, undefined],
  ['/registration', '', { token: 'x' }, undefined],
  ['/registration', '?a=1&invite=B', {}, ''],
  ['/registration', '?invite=', {}, undefined],
  [undefined, '?invite=B', { token: 'x' }, undefined],
] as const)('the page %s%s with %j has space for a notice: %j', (page, search, stored, note) => {
  if (page) root.dataset.page = page
  history.replaceState(null, '', `/login${search}`)
  reserveNotice(root, keeping(stored))
  expect(root.dataset.note).toBe(note)
})
