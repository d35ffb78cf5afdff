import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { address } from '../../test/journey'
import { formIsOpen } from '../../test/register'
import { renderRoute } from '../../test/render-route'

const toLogin = () => screen.getByRole('link', { name: 'Войти' }).getAttribute('href')

test('an invite names its group and goes on to login', async () => {
  await renderRoute('/registration?invite=FLAGSHIP-CUP')
  await formIsOpen()
  await screen.findByText('Открытый чемпионат «Кубок Флагмана»')
  expect(toLogin()).toBe('/login?invite=FLAGSHIP-CUP')
})

test('without an invite nothing is asked of the server', async () => {
  const page = await renderRoute('/registration')
  await formIsOpen()
  expect(toLogin()).toBe('/login')
  expect(page.calls()).toEqual([])
})

describe('X14 what cannot be a code is said to be invalid; its text is dropped from the page, its address and its links', () => {
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
    await formIsOpen()
    const bad = 'badInvite=true'
    expect([address(page), toLogin(), page.calls()]).toEqual([`/registration?${bad}`, `/login?${bad}`, []])
    screen.getByText('Код приглашения недействителен или больше не активен.')
    expect(document.body.textContent).not.toContain(code)
  })
})
