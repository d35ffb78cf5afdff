import { screen, waitFor } from '@testing-library/react'
import type { RenderedRoute } from '../render-route'

type Name = string | RegExp

/** Collapses whitespace, including no-break spaces. */
export const normalize = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
export const textOf = (element: Element | null): string => normalize(element?.textContent ?? '')

const getName = (element: Element): string => {
  const labels = element.getAttribute('aria-labelledby')?.split(' ')
  if (!labels) return normalize(element.getAttribute('aria-label') ?? element.textContent)
  return labels.map(id => textOf(document.getElementById(id))).join(' ')
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

export const press = async (
  { user }: RenderedRoute,
  name: Name,
  root?: () => ParentNode | null,
): Promise<void> => user.click(await findControl(name, root))

/** Confirms the open alert dialog. */
export const confirm = async (page: RenderedRoute, name: Name, checkbox?: string): Promise<void> => {
  const alertDialog = await screen.findByRole('alertdialog')
  const root = () => alertDialog
  if (checkbox !== undefined) {
    const label = [...alertDialog.querySelectorAll('label')].find(one => textOf(one) === checkbox)
    const input = label?.querySelector('input')
    if (!input) throw new Error(`There is no checkbox ${checkbox}.`)
    await page.user.click(input)
  }
  await press(page, name, root)
}
