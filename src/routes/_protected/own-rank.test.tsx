import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getBoard } from '../../../mocks/platform/leaderboard'
import { personas } from '../../../mocks/platform/personas'
import { waitForHref } from '../../test/login'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

const own = /^Ваше место: \d+ из \d+$/

const goTo = async (page: RenderedRoute, to: string) => {
  page.router.history.push(to)
  await waitForHref(page, to)
}

const seen = async () =>
  (await screen.findAllByText(own, undefined, { timeout: 5000 })).map(one => one.textContent?.trim())

test('shows the same rank on the leaderboard, in the group and at home, with one request', async () => {
  const page = await renderRoute('/group/1/leaderboard', { as: 'student' })
  const [rankText] = await seen()
  await goTo(page, '/group/1')
  expect(await seen()).toEqual([rankText])
  expect(screen.getByRole('link', { name: own }).getAttribute('href')).toBe('/group/1/leaderboard')
  await goTo(page, '/')
  await screen.findByRole('heading', { level: 1, name: 'Что дальше' })
  expect(await seen()).toEqual([rankText])
  expect(page.calls().filter(call => call === 'getLeaderboard')).toHaveLength(1)
})

test('a correct flag updates the rank on the group page', async () => {
  const page = await renderRoute('/group/1/leaderboard', { as: 'student' })
  const { id } = personas.student
  const ranks = () => getBoard(page.platform.db, 1).rows.find(({ user_id }) => user_id === id)?.rank
  const rank = ranks()
  await seen()
  await goTo(page, '/group/1/task/102')
  const field = await screen.findByRole('textbox', { name: 'Флаг' }, { timeout: 8000 })
  fireEvent.input(field, { target: { value: page.platform.db.flagsOf(id, 1, 102).join('\n') } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await screen.findByRole('list', { name: 'Результат проверки' })
  expect(ranks()).not.toBe(rank)
  await goTo(page, '/group/1')
  await waitFor(async () => expect((await seen())[0]).toBe(`Ваше место: ${ranks()} из 60`))
})

test('no page requests the leaderboard or shows a rank before it was opened', async () => {
  const page = await renderRoute('/group/1', { as: 'student' })
  await screen.findByRole('heading', { level: 1, name: /Практическая безопасность/ }, { timeout: 5000 })
  expect(screen.queryByText(own)).toBeNull()
  expect(page.calls()).not.toContain('getLeaderboard')
})

test.each<[string, unknown]>([
  ['null rows', { rows: [null, null] }],
  [
    'ranks that are no numbers',
    { rows: [{ user_id: 1, rank: 'first', username: 'student', points: 5, solved: 1 }] },
  ],
])('N02 a leaderboard with %s only hides the rank on the group page', async (_, body) => {
  const page = await renderRoute('/group/1/leaderboard', {
    as: 'student',
    prepare: ({ db }) =>
      db.faults.add('getLeaderboard', { kind: 'body', status: 200, body }, Number.POSITIVE_INFINITY),
  })
  await screen.findByRole('heading', { level: 1 }, { timeout: 5000 })
  await goTo(page, '/group/1')
  await screen.findByRole('heading', { level: 1, name: /Практическая безопасность/ })
  expect(screen.queryByText(own)).toBeNull()
})
