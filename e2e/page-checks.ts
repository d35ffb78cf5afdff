import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type CDPSession, expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { sample } from './platform'

const views = [
  { width: 320, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const

/** Phones and tablets up to this width are used by touch. */
const MAX_TOUCH_WIDTH = 768

/** Ending a session would end its emulation. */
const touchSessions = new WeakMap<Page, CDPSession>()

/** Resizes the window; up to 768 px the pointer is a finger, as on a phone or tablet. */
export async function resizeWindow(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  const session = touchSessions.get(page) ?? (await page.context().newCDPSession(page))
  touchSessions.set(page, session)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: size.width <= MAX_TOUCH_WIDTH })
}

/** Checks the page by axe and for layout problems: narrow and light or wide and dark, both with `--full`. */
export async function checkA11yAndLayout(page: Page, where: string): Promise<void> {
  const before = page.viewportSize()
  for (const { width, colorScheme } of sample(where.length, views)) {
    await resizeWindow(page, { width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await waitForAnimations(page)
    expect(await axeFindings(page), `axe on ${where}, ${width} px, ${colorScheme}`).toEqual([])
    expect(await layoutFindings(page), `layout of ${where}, ${width} px`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await resizeWindow(page, before)
}

/** Elements that fade in have their final colors only at the end. Endless animations are not awaited. */
export const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules of WCAG 2.2 AA and best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * One line for each element that violates a rule, in the page and its frames.
 *
 * @param hasContrast whether the contrast of every text is computed, which takes a third of the time
 */
export async function axeFindings(page: Page, hasContrast = true): Promise<string[]> {
  // The policy blocks injected script elements, but not evaluation by the debugger.
  const debugging = await page.context().newCDPSession(page)
  try {
    for (const contextId of await getDocuments(debugging)) await install(debugging, contextId)
    const answer = await debugging.send('Runtime.evaluate', {
      expression: `(${runAxe})(${JSON.stringify(tags)}, ${hasContrast}).then(JSON.stringify)`,
      awaitPromise: true,
      returnByValue: true,
    })
    if (answer.exceptionDetails) throw new Error(`axe did not run: ${answer.exceptionDetails.text}`)
    return explain(JSON.parse(String(answer.result.value)))
  } finally {
    await debugging.detach()
  }
}

/** Runs in the page, so it cannot use other code of this file. */
async function runAxe(runOnly: string[], hasContrast: boolean): Promise<AxeResults['violations']> {
  type Run = (context: Element | Document, options: object) => Promise<AxeResults>
  const { run } = (globalThis as unknown as { axe: { run: Run } }).axe
  // A pane that covers the page on a phone hides the page's title on purpose.
  const isCovered = document.getElementById('main')?.inert ?? false
  // A loading page has no title yet.
  const isComing = document.querySelector('#root [role=status][aria-busy=true]') !== null
  const rules = {
    'color-contrast': { enabled: hasContrast },
    ...(isCovered && { 'landmark-one-main': { enabled: false } }),
    ...((isCovered || isComing) && { 'page-has-heading-one': { enabled: false } }),
  }
  const { violations } = await run(document, { runOnly, rules, resultTypes: ['violations'] })

  /** Elements partly under a fixed bar can be scrolled into view. */
  const isStillSmall = async (selector: unknown): Promise<boolean> => {
    const target = typeof selector === 'string' ? document.querySelector(selector) : null
    if (!target) return true
    target.scrollIntoView({ block: 'center' })
    const again = await run(target, { runOnly: { type: 'rule', values: ['target-size'] } })
    return again.violations.length > 0
  }
  for (const rule of violations) {
    if (rule.id !== 'target-size') continue
    const still = []
    for (const node of rule.nodes) {
      if (node.target.length > 1 || (await isStillSmall(node.target[0]))) still.push(node)
    }
    rule.nodes = still
  }
  return violations
}

/** The page and its frames, if axe is loaded in them too. */
async function getDocuments(debugging: CDPSession): Promise<number[]> {
  const ids: number[] = []
  debugging.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.auxData?.isDefault) ids.push(context.id)
  })
  await debugging.send('Runtime.enable')
  return ids
}

async function install(debugging: CDPSession, contextId: number): Promise<void> {
  const { result } = await debugging.send('Runtime.evaluate', { expression: 'typeof axe', contextId })
  if (result.value === 'undefined')
    await debugging.send('Runtime.evaluate', { expression: source, contextId })
}

function explain(violations: AxeResults['violations']): string[] {
  return violations.flatMap(rule =>
    rule.nodes.map(
      node => `${rule.id}: ${rule.help} | ${node.target.join(' ')} | ${node.failureSummary ?? ''}`,
    ),
  )
}

/**
 * Layout problems: text that is cut off, overlaps other text or is outside of the page, and horizontal scrolling.
 * An ellipsis is allowed, except in headings, column headers, labels and buttons.
 */
export async function layoutFindings(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready)
  return page.evaluate(findUnreadable)
}

/** The text spacing of WCAG 1.4.12, as a user style sheet would set it. */
const spacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`

/** Layout problems with the text spacing of WCAG 1.4.12. The page is restored. */
export async function spacedFindings(page: Page): Promise<string[]> {
  // A constructed style sheet is not a style element, which the policy would block.
  await page.evaluate(css => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, spacing)
  const findings = await layoutFindings(page)
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  return findings
}

/** Layout problems at twice the browser's font size. The page is restored. */
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

/** Runs in the page, so it cannot use other code of this file. */
function findUnreadable(): string[] {
  type Line = { text: string; owner: Element; layer: Element; box: DOMRect }
  const root = document.documentElement
  const findings: string[] = []

  const isClipping = (style: CSSStyleDeclaration) => /hidden|clip/.test(style.overflowX + style.overflowY)
  const isScrolling = (style: CSSStyleDeclaration) => /auto|scroll/.test(style.overflowX + style.overflowY)
  const isShortened = (style: CSSStyleDeclaration) =>
    style.textOverflow === 'ellipsis' || !['none', ''].includes(style.getPropertyValue('-webkit-line-clamp'))
  /** Overlays: their text is compared with their own layer only. */
  const isFloating = (element: Element) =>
    /fixed|sticky/.test(getComputedStyle(element).position) ||
    element.matches('[role=dialog], [role=menu], [role=tooltip]')

  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })

  const ancestors = (element: Element) => {
    const chain: Element[] = []
    for (let at: Element | null = element; at && at !== root; at = at.parentElement) chain.push(at)
    return chain
  }

  /** Text for screen readers has a box of one pixel. */
  const isForScreenReader = (chain: Element[]) =>
    chain.some(element => {
      const { width, height } = element.getBoundingClientRect()
      return width <= 1 && height <= 1 && isClipping(getComputedStyle(element))
    })

  const cutBy = (box: DOMRect, chain: Element[]): string | null => {
    for (const element of chain) {
      const style = getComputedStyle(element)
      if (isShortened(style) || isScrolling(style)) return null
      const edge = element.getBoundingClientRect()
      const isOutside =
        box.left < edge.left - 1 ||
        box.right > edge.right + 1 ||
        box.top < edge.top - 4 ||
        box.bottom > edge.bottom + 4
      if (isClipping(style) && isOutside) return element.tagName.toLowerCase()
    }
    return box.left < -1 || box.right > root.clientWidth + 1 ? 'the page' : null
  }

  /** In a box that scrolls, above or below what it shows. */
  const isScrolledAway = (box: DOMRect, chain: Element[]) =>
    chain.some(element => {
      const edge = element.getBoundingClientRect()
      return isScrolling(getComputedStyle(element)) && (box.top > edge.bottom || box.bottom < edge.top)
    })

  const isShortenedName = (chain: Element[]) => {
    const cut = chain.find(element => isShortened(getComputedStyle(element)))
    const heading = cut?.closest('thead th, label, button, legend, h1, h2')
    // A column is no wider than its cells; its title has the whole name.
    return heading && !cut?.closest('th[title]') && cut && cut.scrollWidth > cut.clientWidth
  }

  /** Glyph boxes are taller than the glyphs; a fifth is cut off on each side. */
  const getTextBox = (box: DOMRect) =>
    new DOMRect(box.x, box.y + box.height / 5, box.width, (box.height * 3) / 5)

  // There the name beside the logo may be hidden.
  const isNarrow = root.clientWidth < 64 * Number.parseFloat(getComputedStyle(root).fontSize)

  const lines: Line[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const owner = node.parentElement
    const text = node.textContent?.trim() ?? ''
    if (!owner || text === '' || !isSeen(owner)) continue
    const chain = ancestors(owner)
    if (isForScreenReader(chain)) continue
    if (isNarrow && owner.closest('.logo')) continue
    const layer = chain.find(isFloating) ?? document.body
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1 || isScrolledAway(box, chain)) continue
      const cutter = cutBy(box, chain)
      if (cutter) findings.push(`cut by ${cutter}: "${text.slice(0, 60)}"`)
      if (isShortenedName(chain)) findings.push(`a name is shortened: "${text.slice(0, 60)}"`)
      const isShort = chain.some(element => isShortened(getComputedStyle(element)))
      if (!isShort) lines.push({ text: text.slice(0, 60), owner, layer, box: getTextBox(box) })
    }
  }

  const pen = document.createElement('canvas').getContext('2d')
  for (const input of document.querySelectorAll<HTMLInputElement>('input:placeholder-shown')) {
    // Narrower windows are those of a page at 400 %, where its label is enough.
    if (!pen || !isSeen(input) || innerWidth < 360) continue
    const style = getComputedStyle(input)
    pen.font = style.font
    const room =
      input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    const isCut = pen.measureText(input.placeholder).width > room + 1
    if (isCut) findings.push(`a placeholder is cut: "${input.placeholder}"`)
  }

  lines.sort((a, b) => a.box.top - b.box.top)
  lines.forEach((line, index) => {
    for (const other of lines.slice(index + 1)) {
      if (other.box.top > line.box.bottom - 2) break
      const isBeside = other.box.left > line.box.right - 2 || other.box.right < line.box.left + 2
      if (!isBeside && other.layer === line.layer && other.owner !== line.owner) {
        findings.push(`"${line.text}" lies on "${other.text}"`)
      }
    }
  })
  if (root.scrollWidth > root.clientWidth + 1) {
    findings.push(`the page scrolls sideways: ${root.scrollWidth} px wide in ${root.clientWidth}`)
  }
  return [...new Set(findings)]
}
