import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until the element has the focus, and expects a visible focus ring. */
export async function tabTo(page: Page, target: Locator, limit = 120): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < limit; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate(element => element === document.activeElement)) {
      await expect(target, 'the focused element is in the window').toBeInViewport()
      expect(await hasFocusRing(target), 'the focus has a ring').toBe(true)
      return
    }
  }
  throw new Error(`The keyboard does not reach ${target} within ${limit} presses of Tab.`)
}

/** Tabs to a field and replaces its text. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await reach(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
  await expect(field).toHaveValue(text)
}

/** Tabs to a link, a button or a checkbox and presses a key. */
export async function pressOn(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await reach(page, target)
  await page.keyboard.press(key)
}

async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const isThere = await target.evaluate(element => element === document.activeElement)
  if (!isThere) await tabTo(page, target)
}

/** Whether the element or its wrapper is outlined while it has the focus. */
async function hasFocusRing(target: Locator): Promise<boolean> {
  return target.evaluate(element => {
    const ringed = [element, element.parentElement].some(candidate => {
      const style = candidate && getComputedStyle(candidate)
      return (
        style &&
        ((style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none')
      )
    })
    return ringed
  })
}

export type Press = { key: string; code: string; shiftKey?: boolean }

/** Presses a key of another keyboard layout; the browser's own is Latin. */
export async function pressAs(page: Page, key: Press): Promise<void> {
  await page.evaluate(wanted => {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { ...wanted, bubbles: true, cancelable: true }))
  }, key)
}
