import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { getHref } from '../../test/login'
import { findEmailField } from '../../test/registration-page'
import { renderRoute } from '../../test/render-route'

const toLogin = () => screen.getByRole('link', { name: 'Войти' }).getAttribute('href')

test('an invite shows its group and is kept for login', async () => {
  await renderRoute('/registration?invite=FLAGSHIP-CUP')
  await findEmailField()
  await screen.findByText('Открытый чемпионат «Кубок Флагмана»')
  expect(toLogin()).toBe('/login?invite=FLAGSHIP-CUP')
})

test('without an invite nothing is requested', async () => {
  const page = await renderRoute('/registration')
  await findEmailField()
  expect(toLogin()).toBe('/login')
  expect(page.calls()).toEqual([])
})

describe('X14 a malformed invite is reported; its text is dropped from the page, the URL and the links', () => {
  test.each([
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '../../groups',
    '//e.x',
    '\u202eedoc',
    'constructor',
    'a'.repeat(129),
    '{"a":1}',
    '$t(common)',
  ])('%j', async code => {
    const page = await renderRoute(`/registration?invite=${encodeURIComponent(code)}`)
    await findEmailField()
    const bad = 'badInvite=true'
    expect([getHref(page), toLogin(), page.calls()]).toEqual([`/registration?${bad}`, `/login?${bad}`, []])
    screen.getByText('Код приглашения недействителен или больше не активен.')
    expect(document.body.textContent).not.toContain(code)
  })
})
