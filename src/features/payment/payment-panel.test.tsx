import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { groupQuery } from '../../api/queries/groups'
import { startI18n } from '../../i18n/init'
import { attemptCard } from '../../test/exam-page'
import { holdAnswer } from '../../test/hold-answer'
import {
  bankFrame,
  button,
  findButton,
  getAnnouncements,
  openPayment,
  payButtonName,
  sendMessage,
} from '../../test/payment-page'
import { OrderOutcomePage } from './order-outcome'

const check = 'Проверить оплату'
const received = 'Оплата получена. Экзамен можно начинать'

test('F05 F06 pays at the bank; the message of the return page is only a hint, the platform confirms', async () => {
  const page = await openPayment()
  await page.user.click(await findButton(payButtonName))
  const dialog = within(await screen.findByRole('dialog', { name: 'Оплата экзамена' }))
  const frame = bankFrame()
  expect(frame.title).toBe('Страница банка')
  expect(frame.getAttribute('allow')).toBe('payment')
  // Same origin: a sandbox would have no effect and browsers warn.
  expect(frame.hasAttribute('sandbox')).toBe(false)
  expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer')
  await waitFor(() => expect(document.activeElement?.textContent).toBe(check))
  // Forged messages start no check.
  for (const message of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${window.origin}.evil.example` },
    { source: window },
    { source: null },
    { data: { type: 'flagship.order', outcome: 'payed' } },
  ])
    sendMessage(message)
  await page.pass(1)
  expect(page.checks()).toBe(0)
  // The return page says "accepted" before the payment.
  sendMessage()
  await page.pass(0)
  expect(page.checks()).toBe(1)
  expect(dialog.getByText(/Окно можно закрыть/)).toBeTruthy()
  await waitFor(() =>
    expect(getAnnouncements()).toEqual(['Банк подтверждает оплату, обычно это занимает до минуты']),
  )
  // The outcome is known: closes without confirmation.
  await page.user.click(dialog.getByRole('button', { name: 'Закрыть' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(button(check)))
  expect(screen.getByRole('heading', { name: /Оплата в обработке/ })).toBeTruthy()
  expect((await attemptCard(/Оплата в обработке/)).textContent).toContain('обычно это занимает до минуты')
  // No double payment.
  expect(button(/Оплатить|Вернуться/)).toBeNull()
  page.atBank('pay')
  await page.passUntilSettled()
  await screen.findByRole('heading', { name: /Оплата получена/ })
  expect(getAnnouncements().filter(text => text === received)).toHaveLength(1)
  expect(localStorage.getItem('flagship.payment')).toBeNull()
  // No listener and no more checks.
  const before = page.checks()
  await page.pass(120)
  expect(page.checks()).toBe(before)
})

test('F08 ten clicks send one request, and a response about another attempt changes nothing', async () => {
  const page = await openPayment()
  const { faults } = page.platform.db
  const { fault, answer } = holdAnswer()
  page.platform.db.faults.add('checkPayment', fault)
  const pressed = await findButton(check)
  act(() => {
    for (let press = 0; press < 10; press += 1) pressed.click()
  })
  await page.settle()
  act(answer)
  await screen.findByText(/^Оплата пока не подтверждена. Проверено в \d\d:\d\d/, { selector: 'p' })
  expect(page.checks()).toBe(1)
  expect(getAnnouncements()).toEqual([expect.stringMatching(/^Оплата пока не подтверждена/)])
  faults.add('checkPayment', { kind: 'body', status: 200, body: { id: 1, status: 'payed' } })
  await page.user.click(await findButton(check))
  await screen.findByText(/^Сервер ответил про другую попытку, поэтому ничего не изменилось/)
  expect(screen.getByRole('heading', { name: /Нужна оплата/ })).toBeTruthy()
  // `Retry-After` of a 429.
  faults.add('checkPayment', { kind: 'status', status: 429, headers: { 'Retry-After': '7' } })
  await page.user.click(await findButton(check))
  await screen.findByText('Повторить можно через 7 с')
  await page.pass(7)
  await waitFor(() => expect(screen.queryByText(/^Повторить можно через/)).toBeNull())
  faults.add('checkPayment', { kind: 'body', status: 200, body: { id: 2, status: 'quite_new' } })
  faults.add('getGroup', { kind: 'status', status: 500 }, 5)
  await page.user.click(await findButton(check))
  await screen.findByRole('heading', { name: /Неизвестный статус/ })
  expect(page.checks()).toBe(4)
})

test('closing during a payment asks for confirmation; the page of the bank can be reopened while unpaid', async () => {
  const page = await openPayment()
  await page.user.click(await findButton(payButtonName))
  await screen.findByRole('dialog')
  await page.user.keyboard('{Escape}')
  const question = () => screen.findByRole('alertdialog', { name: 'Закрыть страницу банка?' })
  await page.user.click(within(await question()).getByRole('button', { name: 'Продолжить оплату' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(bankFrame()).toBeTruthy()
  await page.user.click(await findButton('Закрыть'))
  await page.user.click(within(await question()).getByRole('button', { name: 'Закрыть страницу банка' }))
  await waitFor(() => expect(document.querySelector('iframe')).toBeNull())
  await page.pass(0)
  expect(page.checks()).toBe(1)
  await findButton('Вернуться на страницу банка')
  await page.pass(2)
  expect(page.checks()).toBe(2)
  await page.user.click(await findButton('Вернуться на страницу банка'))
  await screen.findByRole('dialog')
  page.atBank('decline')
  sendMessage({ data: { type: 'flagship.order', outcome: 'fail' } })
  expect(await screen.findByText(/^Банк сообщил о проблеме с оплатой.*Окно можно закрыть/)).toBeTruthy()
  await page.passUntilSettled()
  // The result closes the page of the bank and shows the reason.
  await screen.findByRole('heading', { name: /Оплата отклонена/ })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText(/платёж не подтверждён держателем карты/, { selector: 'bdi' })).toBeTruthy()
  await waitFor(() => expect(getAnnouncements().at(-1)).toMatch(/^Оплата отклонена: Банк отклонил операцию/))
  await waitFor(() => expect(document.activeElement).toBe(button(check)))
  await page.user.click(await findButton('Оплатить снова'))
  await screen.findByRole('dialog')
  sendMessage()
  await page.pass(0)
  await page.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Закрыть' }))
  // The earlier rejection says nothing of the second payment.
  await screen.findByRole('heading', { name: /Оплата в обработке Ждём подтверждения банка/ })
  expect(screen.queryByText(/держателем карты/, { selector: 'bdi' })).toBeNull()
  expect(screen.queryByText(/^Страница банка откроется/)).toBeNull()
})

test('after a reload keeps checking the payment until it gives up', async () => {
  const page = await openPayment({
    prepare: () => localStorage.setItem('flagship.payment', `2 ${Date.now() - 60_000} ok`),
  })
  await screen.findByText(/^Банк подтверждает оплату/)
  await page.pass(0)
  expect(page.checks()).toBeGreaterThan(0)
  expect(button(/Оплатить|Вернуться/)).toBeNull()
  for (let turn = 0; turn < 21; turn += 1) await page.pass(30)
  await screen.findByText('Банк пока не подтвердил оплату')
  // Not “Pay”, which could charge twice.
  screen.getByRole('heading', { name: /Оплата в обработке Ждём подтверждения банка/ })
  const before = page.checks()
  await page.pass(300)
  expect(page.checks()).toBe(before)
  await findButton('Оплатить ещё раз')
  expect(page.calls().filter(call => !['checkPayment', 'refreshSession'].includes(call))).toEqual([])
})

test('a rejected check says nothing about the payment: no second payment is offered; a response resumes the checks', async () => {
  const page = await openPayment()
  const { faults } = page.platform.db
  await page.user.click(await findButton(payButtonName))
  await screen.findByRole('dialog')
  // Errors of a gateway are retried, those of the application are not. A body without a status is no
  // response.
  faults.add('checkPayment', { kind: 'status', status: 403 })
  faults.add('checkPayment', { kind: 'body', status: 200, body: { id: 2 } })
  faults.add('checkPayment', { kind: 'status', status: 404, detail: 'attempt not found' })
  sendMessage()
  await page.pass(0)
  await page.pass(2)
  expect(screen.getByRole('dialog')).toBeTruthy()
  await page.pass(4)
  expect(page.checks()).toBe(3)
  await page.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Закрыть' }))
  const card = within(await attemptCard(/Оплата в обработке/))
  await card.findByText('Не удаётся проверить оплату')
  expect(card.getByText(/назовите номер попытки \(2\)/)).toBeTruthy()
  expect(card.queryByText('Банк пока не подтвердил оплату')).toBeNull()
  await page.pass(60)
  expect(page.checks()).toBe(3)
  expect(button(/Оплатить|Вернуться/)).toBeNull()
  await page.user.click(await findButton(check))
  await card.findByText(/^Банк подтверждает оплату/)
  await page.pass(0)
  expect(page.checks()).toBeGreaterThan(4)
})

test('the page of the bank keeps its URL when the attempt is refetched', async () => {
  const page = await openPayment()
  await page.user.click(await findButton(payButtonName))
  await screen.findByRole('dialog')
  const frame = bankFrame()
  const address = frame.src
  const setAddress = (url: string | undefined) =>
    act(() => {
      page.queryClient.setQueryData(groupQuery(5).queryKey, group => {
        const attempts = group?.attempts?.map(({ payment_url: _, ...attempt }) => ({
          ...attempt,
          ...(url !== undefined && attempt.id === 2 && { payment_url: url }),
        }))
        return group && attempts ? { ...group, attempts } : group
      })
    })
  setAddress(`${address}&signed=again`)
  await page.settle()
  expect(bankFrame()).toBe(frame)
  expect(frame.src).toBe(address)
  expect(page.checks()).toBe(0)
  // Paid, so without a URL: the page stays and a check starts.
  setAddress(undefined)
  await page.settle()
  await page.pass(0)
  expect(bankFrame()).toBe(frame)
  expect(page.checks()).toBe(1)
  expect(screen.queryByText('Счёт ещё не выставлен')).toBeNull()
})

test('without a price the admission can be checked, and nothing paid', async () => {
  const page = await openPayment({ scenario: 'waitsForAdmission' }, '/group/8?tab=exam')
  const card = within(await attemptCard('Нужен допуск'))
  const checkNow = await card.findByRole('button', { name: 'Проверить допуск' })
  const before = page.calls().length
  await page.user.click(checkNow)
  await card.findByText(/^Допуска пока нет. Проверено в \d\d:\d\d\.$/)
  expect(getAnnouncements()).toEqual([expect.stringMatching(/^Допуска пока нет/)])
  // A price that was set meanwhile comes with the group.
  await waitFor(() => expect(page.calls().slice(before)).toEqual(['checkPayment', 'getGroup']))
  page.platform.db.faults.add('checkPayment', { kind: 'status', status: 500 })
  await page.user.click(checkNow)
  await card.findByText(/^Не удалось проверить оплату/)
  expect(button(/^Оплатить/)).toBeNull()
})

test('F07 an origin that is not allowed: no frame, the reason and a contact link', async () => {
  await openPayment({ settings: { bankOrigin: 'https://evil.example' } })
  const alert = within(await within(await attemptCard(/Нужна оплата/)).findByRole('alert'))
  expect(alert.getByText('evil.example')).toBeTruthy()
  expect(alert.getByRole('link', { name: 'Контакты' }).getAttribute('href')).toBe('/contacts')
  expect(button(/^Оплатить/)).toBeNull()
  expect(document.querySelector('iframe')).toBeNull()
  expect(await findButton(check)).toBeTruthy()
})

test('a page that does not load can be opened in a new tab, and checks start then', async () => {
  const page = await openPayment({ settings: { bankOrigin: 'https://pay.example' }, config: banks })
  await page.user.click(await findButton(payButtonName))
  await screen.findByRole('dialog')
  const sandbox = bankFrame().getAttribute('sandbox')?.split(' ')
  expect(sandbox).toContain('allow-same-origin')
  expect(sandbox).not.toContain('allow-top-navigation')
  await page.pass(19)
  expect(screen.queryByRole('link', { name: 'Открыть в новой вкладке' })).toBeNull()
  await page.pass(1)
  const link = screen.getByRole('link', { name: 'Открыть в новой вкладке' })
  expect(link.getAttribute('href')).toMatch(/^https:\/\/pay\.example\/mock-bank\/order\?attempt=2/)
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  act(() => link.click())
  await page.pass(0)
  expect(page.checks()).toBe(1)
})

const banks = {
  contacts: [],
  legal: { updated: '2026-01-01', documents: [] },
  payment_origins: ['https://pay.example'],
}

test.each([
  ['frame-src', true],
  ['img-src', false],
])('a page that the policy blocks by %s is replaced by a new tab at once: %s', async (directive, isTold) => {
  const page = await openPayment()
  await page.user.click(await findButton(payButtonName))
  const dialog = within(await screen.findByRole('dialog', { name: 'Оплата экзамена' }))
  const { src } = bankFrame()
  // jsdom lacks the class of the event.
  fireEvent(document, Object.assign(new Event('securitypolicyviolation'), { effectiveDirective: directive }))
  expect(dialog.queryByRole('alert') !== null).toBe(isTold)
  expect(document.querySelector('iframe') === null).toBe(isTold)
  const tab = dialog.queryByRole<HTMLAnchorElement>('link', { name: 'Открыть в новой вкладке' })
  expect(tab?.href).toBe(isTold ? src : undefined)
  // A payment may have been made.
  expect(dialog.getByRole('button', { name: check })).toBeTruthy()
})

/** Mocks `window.parent`. */
const frameIn = (postMessage: (...message: unknown[]) => void) => {
  const around = vi.spyOn(window, 'parent', 'get').mockReturnValue({ postMessage } as never)
  onTestFinished(() => around.mockRestore())
}

test.each([
  ['ok', /^Оплата принята/],
  ['fail', /^Банк сообщил о проблеме/],
] as const)('F05 %s is posted to the parent page of the same origin only', async (outcome, sentence) => {
  await startI18n('ru')
  const post = vi.fn()
  frameIn(post)
  render(<OrderOutcomePage outcome={outcome} />)
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(post.mock.calls).toEqual([[{ type: 'flagship.order', outcome }, window.origin]])
})

test('F03 shows its message if posting fails', async () => {
  await startI18n('ru')
  frameIn(() => {
    throw new DOMException('Blocked a frame with origin "null".', 'SecurityError')
  })
  render(<OrderOutcomePage outcome="ok" />)
  expect(screen.getByText(/^Оплата принята/)).toBeTruthy()
})
