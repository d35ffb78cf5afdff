import { screen, waitFor, within } from '@testing-library/react'
import type { RenderedRoute, renderRoute } from '../render-route'
import type { Failure } from './columns'

type Options = NonNullable<Parameters<typeof renderRoute>[1]>
type Words = readonly (string | RegExp)[]

/** Where an operation is seen: the page, the person, what sends it, and where its outcome stands. */
export interface Scene extends Pick<Options, 'as' | 'scenario' | 'prepare'> {
  path: string
  /** Brings a page that has just been opened to where the operation can be sent; default nothing. */
  arrive?: (page: RenderedRoute) => Promise<unknown>
  /** The page sends it as it opens, and `send` is the retry of what has failed there. */
  isRetry?: boolean
  /** Opening the page, with nothing of the application there before, sends it. */
  isOpening?: boolean
  /** The click or key that sends it, also again after a failure. Absent: coming to the page does. */
  send?: (page: RenderedRoute) => Promise<unknown>
  /** The part of the page in which the outcome stands; the whole page of a load. */
  place: () => Element | null
  /** What must stand there after a failure. */
  says: (failure: Failure) => Words
  /** Failures after which the page has gone on to another state, so that the next one needs a page of its own. */
  ends?: (failure: Failure) => boolean
  /** Failures of a load after which the page has to offer a retry; default all but the application's own no. */
  isRetryable?: (failure: Failure) => boolean
  /** Whether it can be seen that the answer is on its way; default a busy button in the place. */
  isPending?: () => boolean
  /** What must stand there after a success; `where` is elsewhere if the place is gone by then. */
  done: { words: Words; where?: () => Element | null }
}

export const main = (): Element | null => document.querySelector('main')
export const region = (title: string | RegExp) => () => screen.queryByRole('region', { name: title })
export const form = (title: string | RegExp) => () => screen.queryByRole('form', { name: title })
export const dialog = (title: string | RegExp) => () => screen.queryByRole('dialog', { name: title })

/** With plain spaces, which a sentence may have others than. */
export const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
export const textOf = (element: Element | null): string => plain(element?.textContent ?? '')

/** A button, or another control, by what it is called. */
const named = (words: string | RegExp, kind: string, root: ParentNode): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>(kind)].find(element => {
    const name = element.getAttribute('aria-label') ?? textOf(element)
    const isIt = typeof words === 'string' ? name === words : words.test(name)
    return isIt && element.getAttribute('aria-disabled') !== 'true' && !element.closest('[inert]')
  })

/** Asked by hand: the roles of everything on a page of tasks cost more than all else here. */
export const findControl = (
  words: string | RegExp,
  where: () => ParentNode | null = () => document,
  kind = 'button',
): Promise<HTMLElement> =>
  waitFor(() => {
    const root = where()
    const control = root && named(words, kind, root)
    if (!control) throw new Error(`There is no ${kind} ${words}.`)
    return control
  })

/** Presses a button that can be pressed. */
export const press = async (
  { user }: RenderedRoute,
  words: string | RegExp,
  where?: () => ParentNode | null,
): Promise<void> => user.click(await findControl(words, where))

/** Answers the question that has just been put. */
export const confirm = async (page: RenderedRoute, words: string | RegExp, box?: string): Promise<void> => {
  const question = await screen.findByRole('alertdialog')
  if (box !== undefined) await page.user.click(within(question).getByLabelText(box))
  await press(page, words, () => question)
}
