import { expect, type Page } from '@playwright/test'
import { layoutFindings } from './layout'

/** One readable line for each thing of a page that axe does not judge: its headings, its motion, its wrong fields. */
export const structureFindings = (page: Page): Promise<string[]> => page.evaluate(findStructure)

/** Runs in the page, so it may use nothing from this file. */
function findStructure(): string[] {
  const findings: string[] = []
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true })

  const isCovered = document.getElementById('main')?.inert ?? false
  const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6, [role=heading]')].filter(
    element => isSeen(element) && !element.closest('[role=dialog], [role=alertdialog], [inert]'),
  )
  const levels = headings.map(element =>
    Number(element.getAttribute('aria-level') ?? element.tagName.slice(1)),
  )
  const first = levels.filter(level => level === 1).length
  const isLoading = document.querySelector('#root [role=status][aria-busy=true]') !== null
  if (first > 1 || (first === 0 && !isCovered && !isLoading)) findings.push(`${first} headings of level 1`)
  levels.forEach((level, at) => {
    if (at > 0 && level > (levels[at - 1] ?? 0) + 1)
      findings.push(`level ${level} after ${levels[at - 1]}: "${headings[at]?.textContent}"`)
  })

  for (const animation of document.getAnimations()) {
    const effect = animation.effect
    if (!(effect instanceof KeyframeEffect)) continue
    const moved = effect
      .getKeyframes()
      .flatMap(frame => Object.keys(frame))
      .filter(name => !['offset', 'computedOffset', 'easing', 'composite', 'opacity'].includes(name))
    if (moved.length > 0) findings.push(`${effect.target?.className} moves: ${[...new Set(moved)]}`)
  }

  for (const field of document.querySelectorAll('[aria-invalid=true]')) {
    const ids = (field.getAttribute('aria-describedby') ?? '').split(' ')
    const words = ids.map(id => document.getElementById(id)?.textContent?.trim() ?? '')
    if (words.every(text => text === ''))
      findings.push(`a wrong field without a reason: ${field.outerHTML.slice(0, 100)}`)
  }
  const plain = (text: string | null) => (text ?? '').replaceAll(/\s+/g, '')
  for (const element of document.querySelectorAll('[title]:not(iframe)'))
    if (!plain(element.textContent).includes(plain(element.getAttribute('title'))))
      findings.push(`only a tooltip has these words: ${element.outerHTML.slice(0, 100)}`)
  return findings
}

/** The least that WCAG 1.4.12 asks of a page to bear, as a reader's own style sheet would have it. */
const spaced = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`

/** What could not be read with the text spacing of WCAG 1.4.12. The page is left as it was. */
export async function spacedFindings(page: Page): Promise<string[]> {
  // A sheet that is made by a script is no style element, which the policy would refuse.
  await page.evaluate(css => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, spaced)
  const findings = await layoutFindings(page)
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  return findings
}

/** What could not be read by who has set the browser's own text to twice its size. The page is left as it was. */
export async function doubledFindings(page: Page): Promise<string[]> {
  const debugging = await page.context().newCDPSession(page)
  try {
    await debugging.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    await page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === '32px')
    return await layoutFindings(page)
  } finally {
    await debugging.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
    await debugging.detach()
  }
}

export async function expectNothing(findings: readonly string[], where: string): Promise<void> {
  expect.soft(findings, where).toEqual([])
}
