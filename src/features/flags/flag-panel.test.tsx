import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { announcements } from '../../lib/announce'
import {
  fillFlags,
  findFlagField,
  findVerdicts,
  getSendButton,
  getSubmissions,
  openFlagPage,
  pressEnter,
  revisitTask,
  sendFlags,
} from '../../test/flag-page'
import { logIn } from '../../test/login'
import { renderRoute } from '../../test/render-route'
import { nextPaint, settle } from '../../test/settle'

/** The page has another, visually hidden alert for announcements. */
const formAlert = () =>
  within(screen.getByRole('form', { name: 'Отправка флагов' })).getByRole('alert').textContent

describe('verdicts', () => {
  test('a wrong flag shows an error, stays in the field and is selected', async () => {
    const page = await openFlagPage()
    const field = await fillFlags('flag{wrong}')
    const before = page.calls().length
    await page.user.click(getSendButton())
    expect(await findVerdicts()).toEqual(['Неверно: flag{wrong}'])
    expect(field.value).toBe('flag{wrong}')
    expect(document.activeElement).toBe(field)
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
    expect(field.getAttribute('aria-invalid')).toBe('true')
    // Visible and announced.
    await waitFor(() => expect(screen.getAllByText(/потом придётся подождать/)).toHaveLength(2))
    // The response contains the attempts left, so nothing is refetched.
    expect(page.calls()).toHaveLength(before + 1)
  })

  test('without attempts left mentions the cooldown instead of zero', async () => {
    const page = await openFlagPage()
    const results = [{ flag: 'flag{wrong}', verdict: 'incorrect' }]
    const counts = { solved: false, flags_solved: 0, flags_total: 1, points_earned: 0, attempts_left: 0 }
    page.failSubmission({ kind: 'body', status: 200, body: { results, ...counts } })
    await sendFlags('flag{wrong}')
    await waitFor(() => expect(screen.getAllByText(/Попытки закончились/)).toHaveLength(2))
    expect(screen.queryByText(/осталось 0/)).toBeNull()
  })

  test('a correct flag solves the task and offers the next one', async () => {
    const shown = vi.fn()
    Element.prototype.scrollIntoView = shown
    onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'))
    const page = await openFlagPage()
    await fillFlags(page.flags.join('\n'))
    expect(shown).not.toHaveBeenCalled()
    await page.user.click(getSendButton())
    await screen.findByText('Задание решено')
    expect(shown.mock.contexts).toEqual([screen.getByRole('list', { name: 'Результат проверки' })])
    expect(screen.queryByRole('textbox', { name: 'Флаг' })).toBeNull()
    expect(screen.getByRole('link', { name: /^Следующее обязательное: SQL/ })).toBeTruthy()
    const panel = within(screen.getByRole('region', { name: 'Флаги' }))
    expect(panel.getByText('SQL-инъекция: от входа до дампа').nextSibling?.textContent).toBe(
      'ВебСреднее200\u00a0баллов',
    )
    await waitFor(() => expect(screen.getByText('1 из 1')).toBeTruthy())
  })

  test.each([
    [75, '75\u00a0баллов'],
    [0, null],
    [undefined, null],
  ])('a task that was solved before shows the points it has earned: %s', async (points_earned, expected) => {
    await renderRoute('/group/1/task/101', {
      as: 'student',
      prepare: ({ db }) => {
        const body = [{ task_id: 101, solved: true, points_earned }]
        db.faults.add('listTaskStatuses', { kind: 'body', status: 200, body }, Number.POSITIVE_INFINITY)
      },
    })
    await screen.findByText('Задание решено')
    const panel = within(screen.getByRole('region', { name: 'Флаги' }))
    expect(panel.queryByText(/^\+/)?.nextSibling?.textContent ?? null).toBe(expected)
  })

  test('each line is a flag: accepted ones leave the field, wrong ones stay; a repeated one is no error', async () => {
    const page = await openFlagPage(102)
    const [one = '', two = ''] = page.flags
    const field = await sendFlags(`flag{no}\n${one}\n\nflag{nor this}\n${two}`)
    expect(await findVerdicts()).toEqual([`Принято: ${one}${two}`, 'Неверно: flag{no}flag{nor this}'])
    expect(field.value).toBe('flag{no}\nflag{nor this}')
    await screen.findByText('2 из 3')
    expect(getSubmissions(page)).toHaveLength(1)
    await sendFlags(one)
    await waitFor(async () => expect(await findVerdicts()).toEqual([`Уже принято раньше: ${one}`]))
    expect(field.getAttribute('aria-invalid')).not.toBe('true')
  })
})

describe('sending', () => {
  test('five Enters send one request; neither Shift+Enter nor an Enter of an IME sends any', async () => {
    const page = await openFlagPage()
    const field = await fillFlags('flag{wrong}')
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
    // Safari has ended the composition already.
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
    await settle(page)
    expect(getSubmissions(page)).toEqual([])
    for (let press = 0; press < 5; press += 1) pressEnter(field)
    expect(field.value).toBe('flag{wrong}')
    await findVerdicts()
    expect(getSubmissions(page)).toHaveLength(1)
  })

  test('what is no flag is rejected without a request', async () => {
    const page = await openFlagPage()
    for (const [text, message] of [
      ['', 'Введите флаг'],
      ['a\n'.repeat(51), 'За один раз можно отправить не больше 50 флагов'],
      ['a'.repeat(501), 'Флаг не может быть длиннее 500 символов'],
    ] as const) {
      const field = await fillFlags(text)
      await page.user.click(getSendButton())
      expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
      expect(field.value).toBe(text)
      await waitFor(() => expect(document.activeElement).toBe(field))
      // The form ignores a second submit until the first one is painted.
      await nextPaint()
    }
    expect(getSubmissions(page)).toEqual([])
  })
})

const failure = (status: number, detail?: string, headers?: Record<string, string>): Fault => ({
  kind: 'status',
  status,
  ...(detail !== undefined && { detail }),
  ...(headers && { headers }),
})

const notCounted = /Флаг не засчитан\. Отправьте его ещё раз/

describe('failures', () => {
  test('each has its message, and the text stays', async () => {
    const page = await openFlagPage()
    const field = await fillFlags('flag{kept}')
    const invalid = { detail: [{ loc: ['body', 'flags'], msg: 'bad', type: 'x' }] }
    const failures: [Fault, RegExp][] = [
      [failure(400, 'Task has not flag'), /У этого задания нет флага/],
      [failure(403, 'You dont have access to this task'), /нет доступа к этому заданию/],
      [failure(403, 'Training in this group has already ended'), /уже закончилось/],
      [failure(403, 'email not verified'), /подтвердите почту/],
      [failure(403), /^Запрос отклонил прокси или межсетевой экран(?!.*прав)/],
      [failure(403, 'secret'), /Неизвестная ошибка\. Доступ запрещён/],
      [failure(404, 'Task is not found in database'), /Такого задания на платформе нет/],
      [failure(404, 'nothing'), /Неизвестная ошибка\. Не найдено/],
      [failure(409, 'no started attempt exists'), /Нет начатой попытки/],
      [failure(422, 'common'), /Ошибка сетевого запроса/],
      [failure(418, '$t(secret)'), /Неизвестная ошибка/],
      [{ kind: 'body', status: 422, body: invalid }, /Ошибка сетевого запроса/],
      // Says itself what to do.
      [
        failure(500, 'flag_server_error'),
        /^К сожалению, при проверке флага произошла ошибка(?!.*не засчитан)/,
      ],
      [failure(500), /^Ошибка сервера\. Флаг не засчитан/],
      [{ kind: 'html', status: 502 }, /^Ошибка шлюза\. Флаг не засчитан/],
      [{ kind: 'html', status: 200 }, /^Неожиданный ответ сервера\. Флаг не засчитан/],
      [{ kind: 'empty', status: 200 }, notCounted],
      [{ kind: 'malformed', status: 200 }, notCounted],
      [{ kind: 'abort' }, /^Сервер не отвечает\. Флаг не засчитан/],
    ]
    for (const [index, [fault, message]] of failures.entries()) {
      page.failSubmission(fault)
      await page.user.click(getSendButton())
      await waitFor(() => expect(getSubmissions(page)).toHaveLength(index + 1))
      await waitFor(() => expect(getSendButton().getAttribute('aria-busy')).toBeNull())
      await waitFor(() => expect(formAlert()).toMatch(message))
      expect(field.value).toBe('flag{kept}')
    }
  })

  test('429 counts down on the button and blocks sending', async () => {
    const page = await openFlagPage()
    const field = await fillFlags('flag{kept}')
    page.failSubmission(failure(429, 'too many attempts', { 'retry-after': '30' }))
    await page.user.click(getSendButton())
    await screen.findByText(/Повторить можно через \d+ с/)
    pressEnter(field)
    await page.user.click(getSendButton())
    expect(getSubmissions(page)).toHaveLength(1)
    expect(field.value).toBe('flag{kept}')
    // Visible and announced.
    await waitFor(() => expect(screen.getAllByText(/^Повторить можно через/)).toHaveLength(2))
  })

  test('a response lost after the flag was counted is resolved without resending', async () => {
    const page = await openFlagPage(102)
    page.failSubmission({ kind: 'abort', after: true })
    await sendFlags(page.flags[0] ?? '')
    await screen.findAllByText('Флаг всё-таки засчитан.')
    await screen.findByText('1 из 3')
    expect(getSubmissions(page)).toHaveLength(1)
  })
})

test('G08 the draft survives an expired session and a new login, and leaving the page', async () => {
  const page = await openFlagPage()
  await fillFlags('flag{half')
  page.failSubmission(failure(401, 'Invalid token'))
  page.platform.db.faults.add('refreshSession', failure(401, 'Invalid refresh token'))
  await page.user.click(getSendButton())
  await screen.findByRole('heading', { level: 1, name: 'Вход' })
  await logIn(page, 'student')
  expect((await findFlagField()).value).toBe('flag{half')
  expect((await revisitTask(page)).value).toBe('flag{half')
})

test('a disabled task shows the reason and no form', async () => {
  await renderRoute('/group/1/task/106', { as: 'student' })
  await screen.findByText('Задание отключено')
  expect(screen.queryByRole('textbox', { name: 'Флаг' })).toBeNull()
})

describe('preflight', () => {
  const name = 'Проверьте перед отправкой'
  const findConfirmation = () => screen.findByRole('group', { name })
  const expectNoConfirmation = () => waitFor(() => expect(screen.queryByRole('group', { name })).toBeNull())
  const button = (label: string) => screen.getByRole('button', { name: label })

  const openConfirmation = async (text: string) => {
    const page = await openFlagPage()
    announcements.clear()
    const field = await fillFlags(text)
    field.focus()
    pressEnter(field)
    return { page, field, group: await findConfirmation() }
  }

  test('explains each line, shows invisible characters, and takes the focus instead of an announcement', async () => {
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
    expect(getSubmissions(page)).toEqual([])
  })

  test('Enter on it sends nothing; five clicks on a button send one request', async () => {
    const { page, field, group } = await openConfirmation('"flag{x}"')
    for (let press = 0; press < 5; press += 1) {
      pressEnter(group)
      pressEnter(field)
    }
    await page.user.keyboard('{Enter}{Enter}')
    expect(getSubmissions(page)).toEqual([])
    const fix = button('Исправить и отправить')
    for (let press = 0; press < 5; press += 1) fireEvent.click(fix)
    await findVerdicts()
    expect(getSubmissions(page)).toEqual([['flag{x}']])
    expect(field.value).toBe('flag{x}')
  })

  test('keyboard only: Tab reaches the buttons, and the typed text can be sent as is', async () => {
    const { page, field, group } = await openConfirmation(' flag{привет}')
    expect(document.activeElement).toBe(group)
    await page.user.tab()
    expect(document.activeElement).toBe(button('Исправить и отправить'))
    await page.user.tab()
    await page.user.keyboard('{Enter}')
    await findVerdicts()
    expect(getSubmissions(page)).toEqual([[' flag{привет}']])
    expect(field.value).toBe(' flag{привет}')
    await waitFor(() => expect(document.activeElement).toBe(field))
  })

  test('Escape returns to the text, and editing the text closes it', async () => {
    const { page, field, group } = await openConfirmation('“flag{x}”')
    fireEvent.keyDown(group, { key: 'Escape' })
    await expectNoConfirmation()
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe('“flag{x}”')
    pressEnter(field)
    await findConfirmation()
    await fillFlags('flag{y}')
    await expectNoConfirmation()
    expect(getSubmissions(page)).toEqual([])
    pressEnter(field)
    await findVerdicts()
    expect(getSubmissions(page)).toEqual([['flag{y}']])
  })

  test('a flag known to be wrong needs confirmation, also after a reload, without a suggestion', async () => {
    const page = await openFlagPage()
    await sendFlags('flag{wrong}')
    await findVerdicts()
    await waitFor(() => expect(localStorage.getItem('flagship.flagLog')).toBeTruthy())
    pressEnter(await revisitTask(page))
    const group = await findConfirmation()
    expect(within(group).getByText('Этот флаг вы уже отправляли: он неверный.')).toBeTruthy()
    expect(within(group).queryByRole('button', { name: 'Исправить и отправить' })).toBeNull()
    await page.user.click(button('Отправить как есть'))
    await waitFor(() => expect(getSubmissions(page)).toEqual([['flag{wrong}'], ['flag{wrong}']]))
  })

  test('pasting outside of a field inserts the text here without outer newlines', async () => {
    await openFlagPage()
    const field = await fillFlags('flag{a}')
    field.blur()
    const paste = (target: Element) =>
      fireEvent.paste(target, { clipboardData: { getData: () => '\r\n flag{b} \nflag{c}\n' } })
    paste(document.body)
    expect(field.value).toBe('flag{a}\n flag{b} \nflag{c}')
    await waitFor(() => expect(document.activeElement).toBe(field))
    paste(field)
    expect(field.value).toBe('flag{a}\n flag{b} \nflag{c}')
  })
})
