import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { announcements } from '../../lib/announce'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

const open = () => renderRoute('/group/1/task/101', { as: 'student' })
const findField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Флаг' }, { timeout: 8000 })
const enter = (element: Element) => fireEvent.keyDown(element, { key: 'Enter' })
const findConfirmation = () => screen.findByRole('group', { name: 'Проверьте перед отправкой' })
const expectNoConfirmation = () =>
  waitFor(() => expect(screen.queryByRole('group', { name: 'Проверьте перед отправкой' })).toBeNull())
const button = (name: string) => screen.getByRole('button', { name })

/** Flags of each request. */
const sent = (page: RenderedRoute) =>
  page.platform.journal
    .entries()
    .filter(({ operationId }) => operationId === 'submitFlags')
    .map(({ request }) => (request.body as { flags: string[] }).flags)

const openConfirmation = async (text: string) => {
  const page = await open()
  const field = await findField()
  announcements.clear()
  fireEvent.input(field, { target: { value: text } })
  field.focus()
  enter(field)
  return { page, field, group: await findConfirmation() }
}

test('the confirmation explains each line, shows invisible characters, and takes the focus instead of an announcement', async () => {
  const { page, field, group } = await openConfirmation('flag{fine}\nадфпХс0вуЪ\nfl\u200bаg{x} ')
  await waitFor(() => expect(document.activeElement).toBe(group))
  const rows = within(group)
    .getAllByText('Набрано:')
    .map(label => label.closest('li')?.textContent)
  expect(rows).toEqual([
    'Набрано: адфпХс0вуЪПохоже, включена русская раскладка.Исправлено: flag{c0de}',
    'Набрано: flU+200Bаg{x}␣В начале или в конце есть пробелы.Есть невидимые символы или необычные пробелы.Есть буквы другого алфавита, похожие на латинские.Исправлено: flag{x}',
  ])
  expect(within(group).getByText('Остальные строки отправятся без изменений.')).toBeTruthy()
  expect(group.getAttribute('aria-describedby')).toBeTruthy()
  expect(announcements.get()).toEqual([])
  expect(field.value).toBe('flag{fine}\nадфпХс0вуЪ\nfl\u200bаg{x} ')
  expect(sent(page)).toEqual([])
})

test('Enter on the focused confirmation sends nothing; five clicks on a button send one request', async () => {
  const { page, field, group } = await openConfirmation('"flag{x}"')
  for (let press = 0; press < 5; press += 1) {
    enter(group)
    enter(field)
  }
  await page.user.keyboard('{Enter}{Enter}')
  expect(sent(page)).toEqual([])
  const fix = button('Исправить и отправить')
  for (let press = 0; press < 5; press += 1) fireEvent.click(fix)
  await screen.findByRole('list', { name: 'Результат проверки' })
  expect(sent(page)).toEqual([['flag{x}']])
  expect(field.value).toBe('flag{x}')
})

test('keyboard only: Tab reaches the buttons, and the typed text can be sent as is', async () => {
  const { page, field, group } = await openConfirmation(' flag{привет}')
  await waitFor(() => expect(document.activeElement).toBe(group))
  await page.user.tab()
  expect(document.activeElement).toBe(button('Исправить и отправить'))
  await page.user.tab()
  await page.user.keyboard('{Enter}')
  await screen.findByRole('list', { name: 'Результат проверки' })
  expect(sent(page)).toEqual([[' flag{привет}']])
  expect(field.value).toBe(' flag{привет}')
  await waitFor(() => expect(document.activeElement).toBe(field))
})

describe('cancelling', () => {
  test('Escape returns to the text', async () => {
    const { page, field, group } = await openConfirmation('“flag{x}”')
    fireEvent.keyDown(group, { key: 'Escape' })
    await expectNoConfirmation()
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe('“flag{x}”')
    expect(sent(page)).toEqual([])
  })

  test('editing the text closes the confirmation', async () => {
    const { page, field } = await openConfirmation('“flag{x}”')
    fireEvent.input(field, { target: { value: 'flag{y}' } })
    await expectNoConfirmation()
    enter(field)
    await screen.findByRole('list', { name: 'Результат проверки' })
    expect(sent(page)).toEqual([['flag{y}']])
  })
})

test('a flag known to be wrong needs confirmation, also after a reload, without a suggestion', async () => {
  const page = await open()
  const field = await findField()
  fireEvent.input(field, { target: { value: 'flag{wrong}' } })
  enter(field)
  await screen.findByRole('list', { name: 'Результат проверки' })
  await waitFor(() => expect(localStorage.getItem('flagship.flagLog')).toBeTruthy())
  await page.router.navigate({ to: '/groups' })
  await screen.findByRole('heading', { level: 1, name: 'Моё обучение' })
  await page.router.navigate({ to: '/group/$groupId/task/$taskId', params: { groupId: 1, taskId: 101 } })
  enter(await findField())
  const group = await findConfirmation()
  expect(within(group).getByText('Этот флаг вы уже отправляли: он неверный.')).toBeTruthy()
  expect(within(group).queryByRole('button', { name: 'Исправить и отправить' })).toBeNull()
  await page.user.click(button('Отправить как есть'))
  await waitFor(() => expect(sent(page)).toEqual([['flag{wrong}'], ['flag{wrong}']]))
})

test('pasting outside of a field inserts the text here without outer newlines', async () => {
  await open()
  const field = await findField()
  fireEvent.input(field, { target: { value: 'flag{a}' } })
  field.blur()
  const paste = (target: Element) =>
    fireEvent.paste(target, { clipboardData: { getData: () => '\r\n flag{b} \nflag{c}\n' } })
  paste(document.body)
  expect(field.value).toBe('flag{a}\n flag{b} \nflag{c}')
  await waitFor(() => expect(document.activeElement).toBe(field))
  paste(field)
  expect(field.value).toBe('flag{a}\n flag{b} \nflag{c}')
})
