import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderRoute } from '../test/render-route'

const deep = `${'{"a":['.repeat(2500)}${']}'.repeat(2500)}`

/** Mocks the response of `GET groups`; the simulated platform cannot serialize it. */
const answerGroups = (text: string): void => {
  const { fetch } = globalThis
  globalThis.fetch = async (request, init) => {
    if (!(request instanceof Request) || !request.url.endsWith('/api/groups')) return fetch(request, init)
    return new Response(text, { headers: { 'content-type': 'application/json' } })
  }
  onTestFinished(() => {
    globalThis.fetch = fetch
  })
}

test.each([
  ['instead of a list shows an error page', deep, 'Ошибка'],
  ['within a list is ignored', `[${deep}]`, 'Моё обучение'],
])('M06 a response of 5,000 levels %s', async (_, text, name) => {
  // Error boundaries and the router log, as expected here.
  const reports = (['error', 'warn'] as const).map(kind =>
    vi.spyOn(console, kind).mockImplementation(() => {}),
  )
  onTestFinished(() => reports.forEach(report => void report.mockRestore()))
  await renderRoute('/groups', { as: 'student', prepare: () => answerGroups(text) })
  await screen.findByRole('heading', { level: 1, name })
  expect(reports.flatMap(report => report.mock.calls.flat()).join(' ')).not.toMatch(/RangeError|call stack/)
})
