import { render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startI18n } from '../../i18n/init'
import { OrderOutcome } from './order-outcome'

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
  render(<OrderOutcome outcome={outcome} />)
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(post.mock.calls).toEqual([[{ type: 'flagship.order', outcome }, window.origin]])
})

test('F03 shows its message if posting fails', async () => {
  await startI18n('ru')
  frameIn(() => {
    throw new DOMException('Blocked a frame with origin "null".', 'SecurityError')
  })
  render(<OrderOutcome outcome="ok" />)
  expect(screen.getByText(/^Оплата принята/)).toBeTruthy()
})
