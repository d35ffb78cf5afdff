import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { ru } from '../messages'
import type { RenderedRoute, renderRoute } from '../render-route'
import type { Failure } from './failures'

type Name = string | RegExp
export type Messages = readonly Name[]
type Options = NonNullable<Parameters<typeof renderRoute>[1]>

/** How an operation is triggered in the interface, and where its outcomes are shown. */
export interface OperationCase extends Pick<Options, 'as' | 'scenario' | 'prepare'> {
  path: string
  /** Steps after the page has loaded, before the operation can be triggered. */
  setUp?: () => Promise<unknown>
  /** The page requests it when it loads, and `trigger` is the retry after a failure. */
  isRetry?: boolean
  /** Requested when the application starts on this path. */
  isInitial?: boolean
  /** Triggers it by click or keyboard, also after a failure. Without it, navigation to the page does. */
  trigger?: (page: RenderedRoute) => Promise<unknown>
  /** The element that shows the outcome. */
  area: () => Element | null
  /** Expected in `area` after failures that the page explains itself, by name. */
  explained?: Readonly<Record<string, Messages>>
  /** Expected in `area` after all others. */
  errorMessages: (failure: Failure) => Messages
  /** Failures after which the page is in another state, so that the next one needs a new page. */
  needsNewPage?: (failure: Failure) => boolean
  /** It may be triggered again before Retry-After has passed. */
  ignoresRetryAfter?: true
  /** Failures of a load that offer a retry; by default all but an error of the application. */
  isRetryable?: (failure: Failure) => boolean
  /** Whether the page shows that the request is pending; by default a busy element in `area`. */
  isPending?: () => boolean
  /** Expected after a success, in `area` by default. */
  success: { messages: Messages; area?: () => Element | null }
  /**
   * What the page shows in the end when the write was processed, its answer was lost, and the server was down for 8 s.
   * `read`: the page has read the outcome. `advice`: it cannot be read, and the page says what to do.
   */
  afterOutage?: readonly ['read' | 'advice', ...Messages]
}

/** Collapses whitespace, including no-break spaces. */
const normalize = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
export const getText = (element: Element | null): string => normalize(element?.textContent ?? '')

const getName = (element: Element): string => {
  const labels = element.getAttribute('aria-labelledby')?.split(' ')
  if (!labels) return normalize(element.getAttribute('aria-label') ?? element.textContent)
  return labels.map(id => getText(document.getElementById(id))).join(' ')
}

const hasName = (element: Element, name: Name): boolean =>
  typeof name === 'string' ? getName(element) === normalize(name) : name.test(getName(element))

const isHidden = (element: Element): boolean => element.closest('[inert], [aria-hidden=true]') !== null

/** Not by role: Testing Library computes the role and style of every element, which is slow on large pages. */
const findNamed = (selector: string, name: Name, root: ParentNode = document): HTMLElement | null =>
  [...root.querySelectorAll<HTMLElement>(selector)].find(
    element => hasName(element, name) && !isHidden(element),
  ) ?? null

export const main = (): Element | null => document.querySelector('main')
export const tabPanel = (): Element | null => document.querySelector('main [role=tabpanel]:not([hidden])')
export const region = (name: Name) => () => findNamed('section, [role=region]', name)
export const form = (name: Name) => () => findNamed('form', name)
export const dialog = (name: Name) => () => findNamed('[role=dialog]', name)

/** Waits for the title; the first page of a worker also loads the code. */
export const findTitle = (): Promise<void> =>
  waitFor(() => expect(document.querySelector('h1')).not.toBeNull(), { timeout: 30_000 })

/** Waits for an enabled control. */
export const findControl = (
  name: Name,
  root: () => ParentNode | null = () => document,
  selector = 'button',
): Promise<HTMLElement> =>
  waitFor(() => {
    const parent = root()
    const control = parent && findNamed(`${selector}:not([aria-disabled=true])`, name, parent)
    if (!control) throw new Error(`There is no ${selector} ${name}.`)
    return control
  })

export const press = async (...control: Parameters<typeof findControl>): Promise<void> => {
  const found = await findControl(...control)
  // Asynchronous: lazy code that suspends may go on.
  await act(async () => void fireEvent.click(found))
}

export const enter = async (label: string | RegExp, value: string): Promise<void> => {
  const field = await screen.findByLabelText(label, { selector: 'input, textarea' })
  fireEvent.input(field, { target: { value } })
}

/** Confirms the open alert dialog. */
export const confirm = async (name: Name, checkbox?: string): Promise<void> => {
  const alertDialog = () => document.querySelector('[role=alertdialog]')
  await findControl(/(?:)/, alertDialog)
  if (checkbox !== undefined) {
    const label = [...document.querySelectorAll('[role=alertdialog] label')].find(
      one => getText(one) === checkbox,
    )
    const input = label?.querySelector('input')
    if (!input) throw new Error(`There is no checkbox ${checkbox}.`)
    fireEvent.click(input)
  }
  await press(name, alertDialog)
}

/** What no page may show. */
export const nonsense = /\[object |undefined|\bNaN\b|SyntaxError|TypeError|<html|Failed to fetch/

/** Throws unless the area contains all messages. */
export const expectMessages = (messages: Messages, area: Element | null): void => {
  const content = getText(area)
  for (const text of messages)
    if (typeof text === 'string') expect(content).toContain(normalize(text))
    else expect(content).toMatch(text)
}

/** The retry buttons of the page, also while they count down. */
export const findRetryButtons = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main button')].filter(button =>
    getText(button).startsWith(ru.common.retry),
  )

/** Collects console errors, except those that React and the router log for an error caught by a boundary. */
export const collectConsoleErrors = (): string[] => {
  const errors: string[] = []
  vi.spyOn(console, 'error').mockImplementation((...args) => {
    // jsdom doesn't know <search>.
    const isKnown = args.some(one => /ApiError: |^The tag <%s> is unrecognized/.test(String(one)))
    if (!isKnown) errors.push(args.map(String).join(' ').slice(0, 300))
  })
  return errors
}
