import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    heard?: string[]
  }
}

/** Before the page is opened: notes every text that a live region gets, as a screen reader would say it. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: string[] = []
    window.heard = heard
    const regions = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]'
    const words = (node: Node) => (node.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    const note = (node: Node) => {
      if (words(node) !== '') heard.push(words(node))
    }
    new MutationObserver(mutations => {
      for (const { type, target, addedNodes } of mutations) {
        const owner = target instanceof Element ? target : target.parentElement
        const region = owner?.closest(regions)
        if (region && type === 'characterData') note(target)
        for (const node of addedNodes) {
          if (region) note(node)
          // A region that comes together with its words is said only where it is an alert.
          else if (node instanceof Element)
            for (const alert of node.matches('[role=alert]') ? [node] : node.querySelectorAll('[role=alert]'))
              note(alert)
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

const heardBy = (page: Page): Promise<string[]> => page.evaluate(() => window.heard ?? [])

/** Forgets what was said until now. */
export const forgetHeard = (page: Page): Promise<void> =>
  page.evaluate(() => {
    if (window.heard) window.heard.length = 0
  })

/** Something has been done: waits for what is said of it, and then long enough for a second word, which must not come. */
export async function expectHeardOnce(page: Page, words: RegExp | string): Promise<void> {
  await expect
    .poll(() => heardBy(page), `"${words}" is said`)
    .toEqual(expect.arrayContaining([expect.stringMatching(words)]))
  // As long as the longest wait before an announcement.
  await page.waitForTimeout(1200)
  expect(await heardBy(page), 'said once, and nothing else').toEqual([expect.stringMatching(words)])
  await forgetHeard(page)
}

/** Nothing at all has been said since it was last forgotten. */
export async function expectSilence(page: Page, during: string): Promise<void> {
  expect(await heardBy(page), `said during ${during}`).toEqual([])
}
