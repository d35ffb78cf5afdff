import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactElement, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Button } from './button'
import { ConfirmDialog } from './confirm-dialog'
import { Popover } from './popover'
import { createPopupCode, PopupContext } from './popup-code'
import { popups } from './popups/popups'
import { RadioMenu } from './radio-menu'
import { Tooltip } from './tooltip'

/** The page before the code of its popups has come. */
function showEarly(page: ReactElement) {
  const answers: { come: () => void; fail: () => void }[] = []
  const code = createPopupCode(
    () =>
      new Promise((resolve, reject) => {
        answers.push({ come: () => resolve(popups), fail: () => reject(new Error('no network')) })
      }),
  )
  const tellMissing = vi.fn()
  render(<PopupContext value={{ code, tellMissing }}>{page}</PopupContext>)
  const answer = async (how: 'come' | 'fail') => act(async () => answers.at(-1)?.[how]())
  return { answer, asked: () => answers.length, tellMissing, user: userEvent.setup() }
}

const onChange = vi.fn<(value: 'ru' | 'en') => void>()
const language = (
  <RadioMenu
    trigger={<Button>Язык</Button>}
    label="Язык"
    value="en"
    options={[
      { value: 'ru', label: 'Русский' },
      { value: 'en', label: 'English' },
    ]}
    onChange={onChange}
  />
)
const profile = (
  <Popover trigger={<Button>Профиль</Button>} title="Профиль">
    <Button>Выйти</Button>
  </Popover>
)
const button = () => screen.getByRole('button', { name: /Язык|Профиль/ })
const isBusy = () => button().getAttribute('aria-busy') === 'true'

test.each([
  ['a menu', language, 'menu'],
  ['a popover', profile, 'dialog'],
] as const)('%s that is pressed before its code is there opens when it comes', async (_, page, role) => {
  const { answer, asked, user } = showEarly(page)
  const before = button()
  expect(before.getAttribute('aria-haspopup')).toBe(role)
  expect(before.getAttribute('aria-expanded')).toBe('false')
  expect(asked()).toBe(0)
  await user.click(before)
  expect(isBusy()).toBe(true)
  expect(screen.queryByRole(role)).toBeNull()
  await answer('come')
  expect(await screen.findByRole(role)).toBeTruthy()
  // The button is the same element, with the focus and the name that it had.
  expect(button()).toBe(before)
  expect(isBusy()).toBe(false)
  expect(before.getAttribute('aria-expanded')).toBe('true')
  expect(before.getAttribute('aria-controls')).toBe(screen.getByRole(role).id)
  expect(asked()).toBe(1)
  // The press that closes it does not open it again.
  await user.click(before)
  await waitFor(() => expect(screen.queryByRole(role)).toBeNull())
  expect(before.getAttribute('aria-expanded')).toBe('false')
})

test.each(['{Enter}', ' ', '{ArrowDown}'])(
  'the key %j before the code opens the menu with the focus in it',
  async key => {
    const { answer, user } = showEarly(language)
    await user.tab()
    await user.keyboard(key)
    await answer('come')
    await waitFor(() => expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true))
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menuitemradio'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button()))
  },
)

test('the focus alone fetches the code, and opens nothing', async () => {
  const { answer, asked, user } = showEarly(profile)
  await user.tab()
  expect(asked()).toBe(1)
  expect(isBusy()).toBe(false)
  await answer('come')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Выйти' })))
})

test('a press that is under way when the code comes opens once', async () => {
  const { answer } = showEarly(language)
  fireEvent.pointerEnter(button())
  fireEvent.pointerDown(button())
  await answer('come')
  fireEvent.mouseDown(button())
  fireEvent.mouseUp(button())
  fireEvent.click(button())
  expect(await screen.findByRole('menu')).toBeTruthy()
})

test('who has gone on meanwhile is not called back', async () => {
  const { answer, user } = showEarly(
    <>
      {profile}
      <input aria-label="Флаг" />
    </>,
  )
  await user.click(button())
  await user.click(screen.getByLabelText('Флаг'))
  await answer('come')
  expect(isBusy()).toBe(false)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Флаг'))
})

test.each([
  ['a menu', language, 'menu'],
  ['a popover', profile, 'dialog'],
] as const)('%s whose code does not come says so, and the next press tries again', async (_, page, role) => {
  const { answer, asked, tellMissing, user } = showEarly(page)
  await user.click(button())
  await answer('fail')
  expect(tellMissing).toHaveBeenCalledTimes(1)
  expect(isBusy()).toBe(false)
  const first = asked()
  await user.click(button())
  expect(asked()).toBe(first + 1)
  await answer('come')
  expect(await screen.findByRole(role)).toBeTruthy()
})

/** The button stands in one frame, then in another, then in none. */
function Frames({ children }: { children: ReactElement }) {
  const [at, setAt] = useState(0)
  return (
    <>
      {at < 2 && <header key={at}>{children}</header>}
      {at === 3 && <footer>{children}</footer>}
      <input aria-label="Дальше" onChange={() => setAt(at + 1)} />
    </>
  )
}
const nextFrame = () =>
  fireEvent.change(screen.getByLabelText('Дальше'), { target: { value: String(Math.random()) } })

test.each(['before its code', 'with its code'])(
  'a menu that is open %s stays open in another frame',
  async when => {
    const { answer, user } = showEarly(<Frames>{language}</Frames>)
    const before = button()
    await user.click(before)
    if (when === 'with its code') {
      await answer('come')
      await screen.findByRole('menu')
    }
    nextFrame()
    expect(button()).not.toBe(before)
    if (when === 'before its code') await answer('come')
    expect(await screen.findByRole('menu')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menuitemradio'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button()))
  },
)

test('a menu that is closed, or whose button comes again later, stays closed', async () => {
  const { answer, user } = showEarly(<Frames>{language}</Frames>)
  await user.click(button())
  await answer('come')
  await screen.findByRole('menu')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  nextFrame()
  expect(button().getAttribute('aria-expanded')).toBe('false')
  await user.click(button())
  await screen.findByRole('menu')
  nextFrame()
  await act(async () => {})
  nextFrame()
  expect(button().getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('menu')).toBeNull()
})

function Stop() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Остановить</Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Остановить?"
        description="Файлы пропадут."
        confirmLabel="Да"
        cancelLabel="Нет"
        onConfirm={() => {}}
      />
    </>
  )
}

test('a question whose code does not come says so; asked again it comes, and gives the focus back', async () => {
  const { answer, tellMissing, user } = showEarly(<Stop />)
  const opener = screen.getByRole('button', { name: 'Остановить' })
  await user.click(opener)
  await answer('fail')
  expect(tellMissing).toHaveBeenCalledTimes(1)
  await user.click(opener)
  await answer('come')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Нет' })))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('a tooltip stands where the mouse rests when its code comes, and nobody hears of one that does not', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { answer, asked, tellMissing, user } = showEarly(
    <Tooltip content="Полное имя">
      <Button>Имя</Button>
    </Tooltip>,
  )
  const name = screen.getByRole('button', { name: 'Имя' })
  await user.hover(name)
  expect(asked()).toBe(1)
  await answer('fail')
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(tellMissing).not.toHaveBeenCalled()
  await user.unhover(name)
  await user.hover(name)
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(shownWords()).toBe(0)
  await answer('come')
  await waitFor(() => expect(shownWords()).toBe(1))
  expect(screen.getByRole('button', { name: 'Имя', description: 'Полное имя' })).toBe(name)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(shownWords()).toBe(0))
})

/** Besides the description, which is always there and never seen. */
const shownWords = () => screen.queryAllByText('Полное имя').filter(element => !element.hidden).length
