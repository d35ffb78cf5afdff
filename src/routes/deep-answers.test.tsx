import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderRoute } from '../test/render-route'

const deep = `${'{"a":['.repeat(2500)}${']}'.repeat(2500)}`

/** Answers the call of the groups; the simulated platform itself could not write such an answer out. */
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
  ['in place of a list explains itself', deep, 'Ошибка'],
  ['within a list is shown as far as it is known', `[${deep}]`, 'Мои группы'],
])('M06 an answer of 5,000 levels %s', async (_, text, name) => {
  // Boundaries and the router report what they take.
  const reports = (['error', 'warn'] as const).map(kind =>
    vi.spyOn(console, kind).mockImplementation(() => {}),
  )
  onTestFinished(() => reports.forEach(report => void report.mockRestore()))
  await renderRoute('/groups', { as: 'student', prepare: () => answerGroups(text) })
  await screen.findByRole('heading', { level: 1, name })
  expect(reports.flatMap(report => report.mock.calls.flat()).join(' ')).not.toMatch(/RangeError|call stack/)
})
