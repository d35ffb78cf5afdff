import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderRoute } from '../../test/render-route'

test('who has not confirmed their email is offered that first, for all tasks are closed until then', async () => {
  const body = { user: { id: 2, username: 'newcomer' }, is_public: false, competencies: [], totals: {} }
  await renderRoute('/competencies', {
    as: 'newcomer',
    prepare: ({ db }) => db.faults.add('getCompetencies', { kind: 'body', status: 200, body }),
  })
  await screen.findByRole('heading', { level: 1, name: 'Мои компетенции' })
  const main = within(screen.getByRole('main'))
  main.getByText(/^Все задания откроются после подтверждения почты/)
  expect(main.getByRole('button', { name: 'Отправить письмо' })).toBeTruthy()
  expect(main.queryByRole('link', { name: 'Выбрать задание' })).toBeNull()
})
