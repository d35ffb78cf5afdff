import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { announcements } from '../../lib/announce'
import { renderRoute } from '../../test/render-route'

const both = (text: string) => ({ ru: text, en: text })
const contact = (value: string, kind = 'text') => ({ label: both('Поле'), value, kind })
const withContacts = (...fields: object[]) => ({
  contacts: [{ title: both('Раздел'), fields }],
  legal: { updated: '2026-11-01', documents: [] },
})

describe('/contacts needs no session', () => {
  test.each([
    ['ru', 'Контакты', 'Банковские реквизиты (образец)', 'ООО «Образец»', 'Это образец', 'БИК'],
    ['en', 'Contacts', 'Bank details (sample)', 'Sample LLC', 'This is a sample', 'Bank code (BIK)'],
  ] as const)('%s', async (language, title, section, name, sample, label) => {
    const page = await renderRoute('/contacts', { language })
    await screen.findByRole('heading', { level: 1, name: title })
    const bank = screen.getByRole('region', { name: section })
    expect(within(bank).getByText(name)).toBeDefined()
    expect(within(bank).getByText(label).closest('dt')).not.toBeNull()
    expect(screen.getByText(sample)).toBeDefined()
    expect(screen.getByRole('link', { name: 'info@sample.example' }).getAttribute('href')).toBe(
      'mailto:info@sample.example',
    )
    expect(screen.getByRole('link', { name: '+7 (000) 000-00-00' }).getAttribute('href')).toBe(
      'tel:+70000000000',
    )
    expect(screen.getByRole('link', { name: /^https:\/\/sample\.example/ }).getAttribute('rel')).toBe(
      'noopener noreferrer',
    )
    expect(page.calls()).toEqual([])
  })
})

test('copies a value as is and announces it once', async () => {
  const { user } = await renderRoute('/contacts')
  await screen.findByRole('heading', { level: 1, name: 'Контакты' })
  announcements.clear()
  await user.click(screen.getByRole('button', { name: 'Скопировать: КПП' }))
  expect(await navigator.clipboard.readText()).toBe('000000000')
  expect(announcements.get().map(({ text }) => text)).toEqual(['Скопировано'])
})

test('without clipboard access asks to copy manually', async () => {
  const { user } = await renderRoute('/contacts')
  const button = await screen.findByRole('button', { name: 'Скопировать: КПП' })
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  announcements.clear()
  await user.click(button)
  await waitFor(() => expect(announcements.get()).toHaveLength(1))
  expect(screen.getAllByText(/Выделите значение и скопируйте его вручную/)).not.toHaveLength(0)
})

test('has a print button', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user } = await renderRoute('/contacts')
  await user.click(await screen.findByRole('button', { name: 'Распечатать' }))
  expect(print).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('shows an empty state, and no sample notice without `is_sample`', async () => {
  await renderRoute('/contacts', { config: { ...withContacts(), contacts: [] } })
  await screen.findByText('Контакты ещё не указаны.')
  expect(screen.queryByText('Это образец')).toBeNull()
})

describe('X01 X10 an unsafe value is text', () => {
  test.each([
    ['javascript:alert(1)', 'url'],
    ['http://plain.example/', 'url'],
    ['https://user:pass@evil.example/', 'url'],
    ['data:text/html,<script>alert(1)</script>', 'url'],
    ['//evil.example', 'url'],
    ['a@b.example?bcc=evil@evil.example', 'email'],
    ['a@b.example,c@evil.example', 'email'],
    ['a@b.example%0D%0ABcc:evil@evil.example', 'email'],
    ['javascript:alert(1)', 'email'],
    ['+7 000 000,,1#', 'phone'],
    ['*#06#', 'phone'],
    ['--', 'phone'],
    ['javascript:alert(1)', 'phone'],
    ['https://sample.example/', 'text'],
    ['<img src=x onerror=alert(1)>', 'text'],
    ['{{label}} $t(print) \u202Egnp.exe', 'text'],
  ])('%j as %s', async (value, kind) => {
    await renderRoute('/contacts', { config: withContacts(contact(value, kind)) })
    const shown = await screen.findByText(value)
    expect(shown.tagName).toBe('BDI')
    expect(shown.closest('a')).toBeNull()
    expect(within(screen.getByRole('main')).queryByRole('img')).toBeNull()
  })
})
