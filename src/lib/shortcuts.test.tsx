import { fireEvent, render, screen } from '@testing-library/react'
import { type ReactElement, useLayoutEffect } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { rowLink, useRowKeys } from './row-links'
import {
  activeShortcuts,
  shortcutTable,
  submitModifier,
  useSearchKey,
  useShortcut,
  useSubmitKey,
} from './shortcuts'

const Page = ({ run, cover }: { run: () => void; cover: Record<string, string> | null }) => {
  useShortcut('flag', run)
  return cover && <div {...cover} />
}

const countRuns = (cover: Record<string, string> | null = null) => {
  const counted = { runs: 0 }
  const run = () => {
    counted.runs += 1
  }
  render(<Page run={run} cover={cover} />)
  return counted
}

const f = { key: 'f', code: 'KeyF' }

test.each<[string, Record<string, string> | null, number]>([
  ['nothing', null, 1],
  ['an open dialog', { role: 'dialog' }, 0],
  ['an open menu', { role: 'menu', 'data-open': '' }, 0],
  ['an open list', { role: 'listbox' }, 0],
  ['a question', { role: 'alertdialog' }, 0],
  ['a dialog that closes', { role: 'dialog', 'data-closed': '' }, 1],
  ['a dialog in its last frames', { role: 'alertdialog', 'data-ending-style': '' }, 1],
  ['a hidden dialog', { role: 'dialog', 'aria-hidden': 'true' }, 1],
  ['a dialog that is hidden', { role: 'dialog', hidden: 'hidden' }, 1],
])('with %s on the page, keys trigger their shortcuts', (_, cover, expected) => {
  const counted = countRuns(cover)
  fireEvent.keyDown(document.body, f)
  expect(counted.runs).toBe(expected)
})

describe('ignores a key', () => {
  test.each([
    ['with Ctrl', { ...f, ctrlKey: true }],
    ['with ⌘', { ...f, metaKey: true }],
    ['with Alt', { ...f, altKey: true }],
    ['while an input method composes', { ...f, isComposing: true }],
    ['that commits what an input method composed', { ...f, keyCode: 229 }],
    ['that has another meaning', { key: 'g', code: 'KeyG' }],
    ['that has none', { key: 'Enter', code: 'Enter' }],
  ])('%s', (_, init) => {
    const counted = countRuns()
    // `fireEvent` returns false when the default was prevented.
    expect(fireEvent.keyDown(document.body, init)).toBe(true)
    expect(counted.runs).toBe(0)
  })

  test('that was handled already', () => {
    const counted = countRuns()
    const take = (event: Event) => event.preventDefault()
    document.body.addEventListener('keydown', take)
    fireEvent.keyDown(document.body, f)
    document.body.removeEventListener('keydown', take)
    expect(counted.runs).toBe(0)
  })
})

describe('typing does not trigger shortcuts', () => {
  test.each<readonly [where: string, element: ReactElement, runs: number]>([
    ['a text field', <input key="x" aria-label="it" />, 0],
    ['a number field', <input key="x" aria-label="it" type="number" />, 0],
    ['a text area', <textarea key="x" aria-label="it" />, 0],
    ['a select', <select key="x" aria-label="it" />, 0],
    ...['searchbox', 'textbox', 'combobox'].map(
      role => [`a ${role} of another kind`, <div key="x" title="it" role={role} />, 0] as const,
    ),
    ['a button', <button key="x" type="button" aria-label="it" />, 1],
    ...['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'].map(
      type => [`an input of type ${type}`, <input key="x" type={type} aria-label="it" />, 1] as const,
    ),
  ])('in %s', (_, element, expected) => {
    const counted = countRuns()
    render(element)
    fireEvent.keyDown(screen.queryByLabelText('it') ?? screen.getByTitle('it'), f)
    expect(counted.runs).toBe(expected)
  })
})

test('a held key acts once, except for the row keys', () => {
  const counted = countRuns()
  fireEvent.keyDown(document.body, f)
  // The character isn't typed into the newly focused field.
  expect(fireEvent.keyDown(document.body, { ...f, repeat: true })).toBe(false)
  expect(counted.runs).toBe(1)
})

describe('the shortcuts of a page', () => {
  const Two = ({ isOn, say }: { isOn: boolean; say: (word: string) => void }) => {
    useShortcut('terminal', () => say('terminal'), isOn)
    useShortcut('help', () => say('help'))
    return null
  }

  test('are those registered now, in table order', () => {
    const events: string[] = []
    const say = (word: string) => events.push(word)
    const { rerender, unmount } = render(<Two isOn say={say} />)
    expect(activeShortcuts()).toEqual(['help', 'terminal'])
    rerender(<Two isOn={false} say={say} />)
    expect(activeShortcuts()).toEqual(['help'])
    fireEvent.keyDown(document.body, { key: 't', code: 'KeyT' })
    fireEvent.keyDown(document.body, { key: '?', code: 'Slash', shiftKey: true })
    expect(events).toEqual(['help'])
    rerender(<Two isOn={false} say={word => events.push(`new ${word}`)} />)
    fireEvent.keyDown(document.body, { key: '?', code: 'Slash', shiftKey: true })
    expect(events).toEqual(['help', 'new help'])
    unmount()
    expect(activeShortcuts()).toEqual([])
    fireEvent.keyDown(document.body, { key: '?', code: 'Slash', shiftKey: true })
    expect(events).toHaveLength(2)
  })

  const Search = ({ isActive }: { isActive?: boolean }) => (
    <input aria-label="search" defaultValue="web" ref={useSearchKey(isActive)} />
  )

  test('/ focuses the search field and selects its text', () => {
    const { rerender } = render(<Search isActive={false} />)
    fireEvent.keyDown(document.body, { key: '/', code: 'Slash' })
    expect(document.activeElement).toBe(document.body)
    rerender(<Search />)
    fireEvent.keyDown(document.body, { key: '/', code: 'Slash' })
    const field = screen.getByLabelText<HTMLInputElement>('search')
    expect(document.activeElement).toBe(field)
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 3])
  })
})

describe('J and K move through the rows of a list', () => {
  const List = ({ isActive }: { isActive?: boolean }) => {
    useRowKeys(isActive)
    return (
      <ul>
        {['one', 'two', 'three'].map(name => (
          <li key={name}>
            <a {...rowLink} href={`/${name}`}>
              {name}
            </a>
            <button type="button">more of {name}</button>
          </li>
        ))}
      </ul>
    )
  }
  const press = (key: 'j' | 'k', repeat = false) =>
    fireEvent.keyDown(document.activeElement ?? document.body, {
      key,
      code: `Key${key.toUpperCase()}`,
      repeat,
    })
  const at = () => document.activeElement?.textContent

  test('from the first or any element of a row, stopping at the last, and only while active', () => {
    const { rerender } = render(<List />)
    press('k')
    expect(at()).toBe('one')
    screen.getByText('more of two').focus()
    press('j')
    press('j')
    expect(at()).toBe('three')
    screen.getByText('more of two').focus()
    press('k')
    expect(at()).toBe('one')
    rerender(<List isActive={false} />)
    press('j')
    expect(at()).toBe('one')
  })
})

describe('Ctrl+Enter submits the form of the focused field', () => {
  const Form = ({ send, isPending }: { send: () => void; isPending?: boolean }) => {
    useSubmitKey()
    return (
      <>
        <form
          onSubmit={event => {
            event.preventDefault()
            send()
          }}
        >
          <input aria-label="text" />
          <textarea aria-label="long text" />
          <select aria-label="choice" />
          <button type="button">other</button>
          <button type="submit" disabled={isPending}>
            Send
          </button>
        </form>
        <input aria-label="outside" />
      </>
    )
  }
  const open = (isPending = false) => {
    const sent = { times: 0 }
    const send = () => {
      sent.times += 1
    }
    const { unmount } = render(<Form send={send} isPending={isPending} />)
    const press = (label: string, init: KeyboardEventInit) =>
      fireEvent.keyDown(screen.getByLabelText(label), { key: 'Enter', ...init })
    return { sent, press, unmount }
  }

  test.each(['text', 'long text', 'choice'])('from the field "%s", with Ctrl or ⌘, once', label => {
    const { sent, press } = open()
    expect(press(label, { ctrlKey: true })).toBe(false)
    press(label, { metaKey: true })
    press(label, { ctrlKey: true, repeat: true })
    expect(sent.times).toBe(2)
  })

  test.each<[string, string, KeyboardEventInit]>([
    ['Enter alone', 'long text', {}],
    ['another key', 'text', { key: 'x', ctrlKey: true }],
    ['Alt', 'text', { ctrlKey: true, altKey: true }],
    ['Shift', 'text', { ctrlKey: true, shiftKey: true }],
    ['an input method', 'text', { ctrlKey: true, isComposing: true }],
    ['an input method in Safari', 'text', { ctrlKey: true, keyCode: 229 }],
    ['a field of no form', 'outside', { ctrlKey: true }],
  ])('but not with %s', (_, label, init) => {
    const { sent, press } = open()
    press(label, init)
    expect(sent.times).toBe(0)
  })

  test('nor while the form is pending, after a handled event, or after unmount', () => {
    const pending = open(true)
    pending.press('text', { ctrlKey: true })
    expect(pending.sent.times).toBe(0)
    pending.unmount()
    const { sent, unmount } = open()
    const field = screen.getByLabelText('text')
    field.addEventListener('keydown', event => event.preventDefault())
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    unmount()
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
    expect(sent.times).toBe(0)
  })

  test.each([
    ['MacIntel', '⌘'],
    ['iPad', '⌘'],
    ['Linux x86_64', 'Ctrl'],
    ['Win32', 'Ctrl'],
  ])('on %s the modifier is %s', (platform, name) => {
    Object.defineProperty(navigator, 'platform', { value: platform, configurable: true })
    expect(submitModifier()).toBe(name)
    Reflect.deleteProperty(navigator, 'platform')
  })
})

test('a shortcut works as soon as the page is painted', () => {
  const run = vi.fn()
  const Page = () => {
    useShortcut('flag', run)
    return null
  }
  const PressedAtOnce = () => {
    useLayoutEffect(() => {
      fireEvent.keyDown(document.body, { key: 'f', code: 'KeyF' })
    }, [])
    return <Page />
  }
  render(<PressedAtOnce />)
  expect(run).toHaveBeenCalledTimes(1)
})

test('page keys differ from global ones, and each key can be typed', () => {
  const rows = Object.values(shortcutTable)
  const getKeys = (scope: string) => rows.filter(row => row.scope === scope).map(({ key }) => key)
  expect(getKeys('page').filter(key => getKeys('everywhere').includes(key))).toEqual([])
  expect(rows.filter(({ key }) => !/^[a-z?/[,.]$/.test(key))).toEqual([])
})
