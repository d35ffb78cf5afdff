import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { personas } from '../../../mocks/platform/personas'
import { logIn } from '../../test/login'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

const student = personas.student.id

const open = (taskId: number) => renderRoute(`/group/1/task/${taskId}`, { as: 'student' })

const findField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Флаг' }, { timeout: 5000 })
const sendButton = () => screen.getByRole('button', { name: 'Отправить' })
const submissions = (page: RenderedRoute) => page.calls().filter(call => call === 'submitFlags').length

/** Sets all lines at once, like a paste. */
const fill = async (text: string) => {
  const field = await findField()
  fireEvent.input(field, { target: { value: text } })
  return field
}

const flagsOf = (page: RenderedRoute, taskId: number): string[] =>
  page.platform.db.flagsOf(student, 1, taskId)

const verdicts = async () => {
  const list = await screen.findByRole('list', { name: 'Результат проверки' })
  return within(list)
    .getAllByRole('listitem')
    .map(item => item.textContent)
}

/** The page has another, visually hidden alert for announcements. */
const formAlert = () =>
  within(screen.getByRole('form', { name: 'Отправка флагов' })).getByRole('alert').textContent

const isSelected = (field: HTMLTextAreaElement) =>
  document.activeElement === field && field.selectionStart === 0 && field.selectionEnd === field.value.length

describe('verdicts', () => {
  test('a wrong flag shows an error, stays in the field and is selected', async () => {
    const page = await open(101)
    const field = await fill('flag{wrong}')
    await page.user.click(sendButton())
    expect(await verdicts()).toEqual(['Неверный: flag{wrong}'])
    expect(field.value).toBe('flag{wrong}')
    expect(isSelected(field)).toBe(true)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    // Visible and announced.
    await waitFor(() => expect(screen.getAllByText(/До паузы остал/)).toHaveLength(2))
    // The response contains the attempts left, so nothing is refetched.
    expect(page.calls().at(-1)).toBe('submitFlags')
  })

  test('without attempts left mentions the cooldown instead of zero', async () => {
    const page = await open(101)
    const results = [{ flag: 'flag{wrong}', verdict: 'incorrect' as const }]
    const counts = { solved: false, flags_solved: 0, flags_total: 1, points_earned: 0, attempts_left: 0 }
    page.override(http =>
      http.post('/pass_flag', ({ response }) => response(200).json({ results, ...counts })),
    )
    await fill('flag{wrong}')
    await page.user.click(sendButton())
    await waitFor(() => expect(screen.getAllByText(/Попытки закончились/)).toHaveLength(2))
    expect(screen.queryByText(/осталось 0/)).toBeNull()
  })

  test('a correct flag solves the task and offers the next one', async () => {
    const shown = vi.fn()
    Element.prototype.scrollIntoView = shown
    onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'))
    const page = await open(101)
    await fill(flagsOf(page, 101).join('\n'))
    expect(shown).not.toHaveBeenCalled()
    await page.user.click(sendButton())
    await screen.findByText('Задание решено')
    expect(shown.mock.contexts).toEqual([screen.getByRole('list', { name: 'Результат проверки' })])
    expect(screen.queryByRole('textbox', { name: 'Флаг' })).toBeNull()
    expect(screen.getByRole('link', { name: /^Следующее обязательное:/ })).toBeTruthy()
    await waitFor(() => expect(screen.getByText('1 из 1')).toBeTruthy())
  })

  test('each line is a flag: accepted ones leave the field, wrong ones stay', async () => {
    const page = await open(102)
    const [one, two] = flagsOf(page, 102)
    const field = await fill(`flag{no}\n${one}\n\nflag{nor this}\n${two}`)
    await page.user.click(sendButton())
    expect(await verdicts()).toEqual([
      'Неверный: flag{no}',
      `Принят: ${one}`,
      'Неверный: flag{nor this}',
      `Принят: ${two}`,
    ])
    expect(field.value).toBe('flag{no}\nflag{nor this}')
    await screen.findByText('2 из 3')
    expect(submissions(page)).toBe(1)
  })

  test('a flag that was accepted before is not an error', async () => {
    const page = await open(102)
    const [one = ''] = flagsOf(page, 102)
    await fill(one)
    await page.user.click(sendButton())
    await screen.findByText('1 из 3')
    const field = await fill(one)
    await page.user.click(sendButton())
    await waitFor(async () => expect(await verdicts()).toEqual([`Уже принят раньше: ${one}`]))
    expect(field.getAttribute('aria-invalid')).not.toBe('true')
  })
})

describe('sending', () => {
  test('five Enters send one request, and the text stays while pending', async () => {
    const page = await open(101)
    const field = await fill('flag{wrong}')
    for (let press = 0; press < 5; press += 1) fireEvent.keyDown(field, { key: 'Enter' })
    expect(field.value).toBe('flag{wrong}')
    await verdicts()
    expect(submissions(page)).toBe(1)
  })

  test('neither Shift+Enter nor an Enter during IME composition submits', async () => {
    const page = await open(101)
    const field = await fill('flag{wrong}')
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(submissions(page)).toBe(0)
  })

  test.each([
    ['nothing', '', 'Введите флаг'],
    ['spaces and line ends', ' \n \n', 'Введите флаг'],
    ['51 flags', 'a\n'.repeat(51), 'За один раз можно отправить не больше 50 флагов'],
    ['501 characters', 'a'.repeat(501), 'Флаг не может быть длиннее 500 символов'],
  ])('%s is rejected without a request', async (_, text, message) => {
    const page = await open(101)
    const field = await fill(text)
    await page.user.click(sendButton())
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
    expect(field.value).toBe(text)
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(submissions(page)).toBe(0)
  })

  test('F focuses the field, also on the Russian layout, but not with a modifier', async () => {
    await open(101)
    const field = await findField()
    fireEvent.keyDown(document.body, { key: 'а', code: 'KeyF' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    field.blur()
    fireEvent.keyDown(document.body, { key: 'f', code: 'KeyF', ctrlKey: true })
    expect(document.activeElement).not.toBe(field)
  })
})

const errorResponse = (status: number, detail?: string, headers?: Record<string, string>): Fault => ({
  kind: 'status',
  status,
  ...(detail !== undefined && { detail }),
  ...(headers && { headers }),
})

const notCounted = /флаг не засчитан\. Отправьте его ещё раз/

describe('each error has its message, and the text stays', () => {
  test.each<[string, Fault, RegExp]>([
    ['400', errorResponse(400, 'Task has not flag'), /У этого задания нет флага/],
    [
      '403 of the task',
      errorResponse(403, 'You dont have access to this task'),
      /нет доступа к этому заданию/,
    ],
    ['403 of the group', errorResponse(403, 'Training in this group has already ended'), /уже закончилось/],
    ['403 of the e-mail', errorResponse(403, 'email not verified'), /подтвердите почту/],
    ['403 without a reason', errorResponse(403), /^(?!.*Неизвестная).*Доступ запрещён/],
    ['403 with an unknown reason', errorResponse(403, 'secret'), /Неизвестная ошибка\. Доступ запрещён/],
    ['404', errorResponse(404, 'Task is not found in database'), /Такого задания на платформе нет/],
    ['404 without a reason', errorResponse(404), /Не найдено/],
    ['409', errorResponse(409, 'no started attempt exists'), /Нет начатой попытки/],
    ['422 with a word', errorResponse(422, 'common'), /Ошибка сетевого запроса/],
    [
      '422 with a list',
      { kind: 'body', status: 422, body: { detail: [{ loc: ['body', 'flags'], msg: 'bad', type: 'x' }] } },
      /Ошибка сетевого запроса/,
    ],
    ['an unknown reason', errorResponse(418, '$t(secret)'), /Неизвестная ошибка/],
    ['500 while checking', errorResponse(500, 'flag_server_error'), /при проверке флага произошла ошибка/],
    ['500', errorResponse(500), /Ошибка сервера/],
    ['502 with a page', { kind: 'html', status: 502 }, notCounted],
    ['a page with status 200', { kind: 'html', status: 200 }, notCounted],
    ['an empty answer', { kind: 'empty', status: 200 }, notCounted],
    ['a cut answer', { kind: 'malformed', status: 200 }, notCounted],
    ['a broken connection', { kind: 'abort' }, notCounted],
  ])('%s', async (_, fault, message) => {
    const page = await open(101)
    const field = await fill('flag{kept}')
    page.platform.db.faults.add('submitFlags', fault)
    await page.user.click(sendButton())
    await waitFor(() => expect(formAlert()).toMatch(message), { timeout: 3000 })
    expect(field.value).toBe('flag{kept}')
    expect(submissions(page)).toBe(1)
  })

  test('429 counts down on the button and blocks sending', async () => {
    const page = await open(101)
    const field = await fill('flag{kept}')
    page.platform.db.faults.add(
      'submitFlags',
      errorResponse(429, 'too many attempts', { 'retry-after': '30' }),
    )
    await page.user.click(sendButton())
    await screen.findByText(/Повторить можно через (30|29) с/)
    fireEvent.keyDown(field, { key: 'Enter' })
    await page.user.click(sendButton())
    expect(submissions(page)).toBe(1)
    expect(field.value).toBe('flag{kept}')
    // Visible and announced.
    await waitFor(() => expect(screen.getAllByText(/^Повторить можно через/)).toHaveLength(2))
  })

  test('a response lost after the flag was counted is resolved without resending', async () => {
    const page = await open(102)
    await fill(flagsOf(page, 102)[0] ?? '')
    page.platform.db.faults.add('submitFlags', { kind: 'abort', after: true })
    await page.user.click(sendButton())
    await screen.findAllByText('Ответ не пришёл, но флаг засчитан.')
    await screen.findByText('1 из 3')
    expect(submissions(page)).toBe(1)
  })

  test('while the statuses fail too, the result is shown as unknown', async () => {
    const page = await open(101)
    const field = await fill('flag{kept}')
    page.platform.db.faults.add('submitFlags', { kind: 'abort' })
    page.platform.db.faults.add('listTaskStatuses', { kind: 'abort' }, 9)
    await page.user.click(sendButton())
    await waitFor(() => expect(formAlert()).toMatch(/Неизвестно, дошёл ли флаг\. Проверим/))
    expect(field.value).toBe('flag{kept}')
  })
})

describe('G08 the draft survives', () => {
  test('an expired session and a new login', async () => {
    const page = await open(101)
    await fill('flag{half')
    page.platform.db.faults.add('submitFlags', errorResponse(401, 'Invalid token'))
    page.platform.db.faults.add('refreshSession', errorResponse(401, 'Invalid refresh token'))
    await page.user.click(sendButton())
    await screen.findByRole('heading', { level: 1, name: 'Вход' }, { timeout: 4000 })
    await logIn(page, 'student')
    expect((await findField()).value).toBe('flag{half')
  })

  test('leaving the page and coming back', async () => {
    const page = await open(101)
    await fill('flag{half')
    await page.router.navigate({ to: '/groups' })
    await screen.findByRole('heading', { level: 1, name: 'Моё обучение' })
    await page.router.navigate({ to: '/group/$groupId/task/$taskId', params: { groupId: 1, taskId: 101 } })
    expect((await findField()).value).toBe('flag{half')
  })
})

test('a disabled task shows the reason and no form', async () => {
  await open(106)
  await screen.findByText('Задание отключено')
  expect(screen.queryByRole('textbox', { name: 'Флаг' })).toBeNull()
})
