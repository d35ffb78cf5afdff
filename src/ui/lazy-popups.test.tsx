import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactElement, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Button } from './button'
import { ConfirmDialog } from './dialog'
import { Popover } from './popover'
import { createPopupLoader, PopupContext } from './popup-loader'
import { popups } from './popups/popups'
import { RadioMenu } from './radio-menu'
import { Tooltip } from './tooltip'

/** Renders a page whose popups have not been loaded yet. */
function renderUnloaded(page: ReactElement) {
  const answers: { succeed: () => void; fail: () => void }[] = []
  const loader = createPopupLoader(
    () =>
      new Promise((resolve, reject) => {
        answers.push({ succeed: () => resolve(popups), fail: () => reject(new Error('no network')) })
      }),
  )
  const onLoadError = vi.fn()
  render(<PopupContext value={{ loader, onLoadError: onLoadError }}>{page}</PopupContext>)
  const answer = async (how: 'succeed' | 'fail') => act(async () => answers.at(-1)?.[how]())
  return { answer, loads: () => answers.length, onLoadError, user: userEvent.setup() }
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
  <Popover trigger={<Button>Профиль</Button>} title="Профиль" preserveKey="profile">
    <Button>Выйти</Button>
  </Popover>
)
const button = () => screen.getByRole('button', { name: /Язык|Профиль/ })
const isBusy = () => button().getAttribute('aria-busy') === 'true'

test.each([
  ['a menu', language, 'menu'],
  ['a popover', profile, 'dialog'],
] as const)('%s that is pressed before it is loaded opens afterwards', async (_, page, role) => {
  const { answer, loads, user } = renderUnloaded(page)
  const before = button()
  expect(before.getAttribute('aria-haspopup')).toBe(role)
  expect(before.getAttribute('aria-expanded')).toBe('false')
  expect(loads()).toBe(0)
  await user.click(before)
  await waitFor(() => expect(isBusy()).toBe(true))
  expect(screen.queryByRole(role)).toBeNull()
  await answer('succeed')
  expect(await screen.findByRole(role)).toBeTruthy()
  // The button was not remounted.
  expect(button()).toBe(before)
  expect(isBusy()).toBe(false)
  expect(before.getAttribute('aria-expanded')).toBe('true')
  expect(before.getAttribute('aria-controls')).toBe(screen.getByRole(role).id)
  expect(loads()).toBe(1)
  // The closing press does not reopen it.
  await user.click(before)
  await waitFor(() => expect(screen.queryByRole(role)).toBeNull())
  expect(before.getAttribute('aria-expanded')).toBe('false')
})

test.each(['{Enter}', ' ', '{ArrowDown}'])(
  'the key %j before loading opens the menu and moves focus into it',
  async key => {
    const { answer, user } = renderUnloaded(language)
    await user.tab()
    await user.keyboard(key)
    await answer('succeed')
    await waitFor(() => expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true))
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menuitemradio'))
    await user.keyboard(key === ' ' ? '{Tab}' : '{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button()))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  },
)

test('focus loads the popups and opens nothing', async () => {
  const { answer, loads, user } = renderUnloaded(profile)
  await user.tab()
  expect(loads()).toBe(1)
  expect(isBusy()).toBe(false)
  await answer('succeed')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Выйти' })))
})

test('a press that is in progress during loading opens the menu once', async () => {
  const { answer } = renderUnloaded(language)
  fireEvent.pointerEnter(button())
  fireEvent.pointerDown(button())
  await answer('succeed')
  fireEvent.mouseDown(button())
  fireEvent.mouseUp(button())
  fireEvent.click(button())
  expect(await screen.findByRole('menu')).toBeTruthy()
})

test('a popup does not open when focus has moved on meanwhile', async () => {
  const { answer, user } = renderUnloaded(
    <>
      {profile}
      <input aria-label="Флаг" />
    </>,
  )
  await user.click(button())
  await user.click(screen.getByLabelText('Флаг'))
  await answer('succeed')
  expect(isBusy()).toBe(false)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Флаг'))
})

test.each([
  ['a menu', language, 'menu'],
  ['a popover', profile, 'dialog'],
] as const)('%s that fails to load reports it, and the next press retries', async (_, page, role) => {
  const { answer, loads, onLoadError, user } = renderUnloaded(page)
  await user.click(button())
  await waitFor(() => expect(isBusy()).toBe(true))
  await answer('fail')
  expect(onLoadError).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(isBusy()).toBe(false))
  const first = loads()
  await user.click(button())
  await waitFor(() => expect(loads()).toBe(first + 1))
  await answer('succeed')
  expect(await screen.findByRole(role)).toBeTruthy()
})

/** Renders the button in one header, then in another, then in none. */
function Layouts({ children }: { children: ReactElement }) {
  const [at, setAt] = useState(0)
  return (
    <>
      {at < 2 && <header key={at}>{children}</header>}
      {at === 3 && <footer>{children}</footer>}
      <input aria-label="Дальше" onChange={() => setAt(at + 1)} />
    </>
  )
}
const nextLayout = () =>
  fireEvent.change(screen.getByLabelText('Дальше'), { target: { value: String(Math.random()) } })

test.each([
  ['menu', 'before loading', language],
  ['menu', 'after loading', language],
  ['dialog', 'before loading', profile],
  ['dialog', 'after loading', profile],
] as const)('a %s opened %s stays open in another layout', async (role, when, page) => {
  const { answer, user } = renderUnloaded(<Layouts>{page}</Layouts>)
  const before = button()
  await user.click(before)
  await waitFor(() => expect(isBusy()).toBe(true))
  if (when === 'after loading') {
    await answer('succeed')
    await screen.findByRole(role)
  }
  nextLayout()
  expect(button()).not.toBe(before)
  if (when === 'before loading') await answer('succeed')
  const popup = await screen.findByRole(role)
  await waitFor(() => expect(popup.contains(document.activeElement)).toBe(true))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button()))
})

test('a menu that was closed, or whose button remounts later, stays closed', async () => {
  const { answer, user } = renderUnloaded(<Layouts>{language}</Layouts>)
  await user.click(button())
  await answer('succeed')
  await screen.findByRole('menu')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  nextLayout()
  expect(button().getAttribute('aria-expanded')).toBe('false')
  await user.click(button())
  await screen.findByRole('menu')
  nextLayout()
  await act(async () => {})
  nextLayout()
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

test('a dialog that fails to load reports it; the next attempt opens it and restores focus', async () => {
  const { answer, onLoadError, user } = renderUnloaded(<Stop />)
  const opener = screen.getByRole('button', { name: 'Остановить' })
  await user.click(opener)
  await answer('fail')
  expect(onLoadError).toHaveBeenCalledTimes(1)
  await user.click(opener)
  await answer('succeed')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Нет' })))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('a tooltip opens after loading, and a failed load is not reported', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { answer, loads, onLoadError, user } = renderUnloaded(
    <Tooltip content="Полное имя">
      <Button>Имя</Button>
    </Tooltip>,
  )
  const name = screen.getByRole('button', { name: 'Имя' })
  await user.hover(name)
  expect(loads()).toBe(1)
  await answer('fail')
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(onLoadError).not.toHaveBeenCalled()
  await user.unhover(name)
  await user.hover(name)
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(visibleTooltips()).toBe(0)
  await answer('succeed')
  await waitFor(() => expect(visibleTooltips()).toBe(1))
  expect(screen.getByRole('button', { name: 'Имя', description: 'Полное имя' })).toBe(name)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(visibleTooltips()).toBe(0))
})

/** Without the hidden description. */
const visibleTooltips = () => screen.queryAllByText('Полное имя').filter(element => !element.hidden).length
