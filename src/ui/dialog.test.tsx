import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Checkbox } from './checkbox'
import { ConfirmDialog, Dialog } from './dialog'
import { Field } from './field'
import { TextInput } from './text-input'

const focused = () => document.activeElement

function Feedback() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Открыть
      </button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Обратная связь"
        description="Ответим"
        closeLabel="Закрыть"
      >
        <Field label="Сообщение">
          <TextInput />
        </Field>
      </Dialog>
    </>
  )
}

test('A11Y-09 a dialog has a name, focuses its first field, and restores focus on Escape', async () => {
  const user = userEvent.setup()
  render(<Feedback />)
  await user.click(screen.getByRole('button', { name: 'Открыть' }))
  expect(await screen.findByRole('dialog', { name: 'Обратная связь', description: 'Ответим' })).toBeTruthy()
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Сообщение')))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Открыть' })))
})

test('the close button closes it', async () => {
  const user = userEvent.setup()
  render(<Feedback />)
  await user.click(screen.getByRole('button', { name: 'Открыть' }))
  await user.click(await screen.findByRole('button', { name: 'Закрыть' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

interface ConfirmOptions {
  isPending?: boolean
  error?: string
  children?: ReactNode
  confirmDisabledReason?: string
}

function showConfirm(props: ConfirmOptions = {}) {
  const onConfirm = vi.fn()
  const onOpenChange = vi.fn()
  render(
    <ConfirmDialog
      isOpen
      onOpenChange={onOpenChange}
      title="Остановить лабораторию?"
      description="Файлы на машине пропадут."
      confirmLabel="Остановить лабораторию"
      cancelLabel="Не останавливать"
      onConfirm={onConfirm}
      {...props}
    />,
  )
  return { onConfirm, onOpenChange, user: userEvent.setup() }
}

test('a confirmation is an alert dialog with focus on cancel', async () => {
  const { onConfirm, onOpenChange, user } = showConfirm()
  expect(screen.getByRole('alertdialog', { name: 'Остановить лабораторию?' })).toBeTruthy()
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Не останавливать' })))
  await user.keyboard('{Enter}')
  expect(onConfirm).not.toHaveBeenCalled()
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('a confirmation focuses cancel, also when a field comes before it', async () => {
  showConfirm({ children: <Checkbox label="Я всё сохранил" /> })
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Не останавливать' })))
})

test('what has to be ticked first has the focus first, and the reason stands below both buttons', async () => {
  const reason = 'Отметьте «Понимаю»'
  const { user } = showConfirm({ children: <Checkbox label="Понимаю" />, confirmDisabledReason: reason })
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('Понимаю')))
  await user.tab()
  expect(focused()).toBe(screen.getByRole('button', { name: 'Не останавливать' }))
  await user.tab()
  expect(focused()).toBe(screen.getByRole('button', { name: 'Остановить лабораторию', description: reason }))
  expect(screen.getByText(reason).closest('[data-button-row]')).not.toBeNull()
})

test('confirming calls back and does not close the dialog', async () => {
  const { onConfirm, onOpenChange, user } = showConfirm()
  await user.click(screen.getByRole('button', { name: 'Остановить лабораторию' }))
  expect(onConfirm).toHaveBeenCalledTimes(1)
  expect(onOpenChange).not.toHaveBeenCalled()
})

test('ignores a second confirmation while pending, and shows the error', async () => {
  const { onConfirm, user } = showConfirm({ isPending: true, error: 'Сервер не ответил' })
  await user.click(screen.getByRole('button', { name: 'Остановить лабораторию' }))
  expect(onConfirm).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toBe('Сервер не ответил')
})
