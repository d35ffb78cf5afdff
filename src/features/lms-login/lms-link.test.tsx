import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts, startI18n } from '../../i18n/init'
import { configQuery } from '../../queries/config'
import { LmsLink } from './lms-link'

beforeAll(async () => {
  await startI18n('ru')
  await loadTexts('auth')
})

test('each click at the simulated system leads back with another code', () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(configQuery().queryKey, {
    is_sample: false,
    terminal_origins: [],
    payment_origins: [],
    time_zone: 'Europe/Moscow',
    exam: { holidays: [], working_days: [] },
    contacts: [],
    legal: { updated: '2026-11-01', documents: [] },
    lms: { name: { ru: 'Портал', en: 'Portal' }, login_url: 'https://lms.example/' },
  })
  let last = 0
  const loginUrl = () => {
    last += 1
    return `#code=lms-demo-code.${last}`
  }
  render(
    <QueryClientProvider client={queryClient}>
      <LmsLink loginUrl={loginUrl} />
    </QueryClientProvider>,
  )
  const link = screen.getByRole('link', { name: 'Войти через «Портал»' })
  const seen = [link.getAttribute('href')]
  fireEvent.click(link)
  seen.push(link.getAttribute('href'))
  fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button: 1 }))
  seen.push(link.getAttribute('href'))
  expect(new Set(seen).size).toBe(3)
})
