import { expect, type Page } from '@playwright/test'

/**
 * Layout problems: text that is cut off, overlaps other text or is outside of the page, and horizontal scrolling.
 * An ellipsis is allowed, except in headings, column headers, labels and buttons.
 */
export async function layoutFindings(page: Page): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready)
  return page.evaluate(findUnreadable)
}

export async function expectReadableLayout(page: Page, where: string): Promise<void> {
  expect(await layoutFindings(page), `layout of ${where}`).toEqual([])
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

  const isShortenedName = (chain: Element[]) => {
    const cut = chain.find(element => isShortened(getComputedStyle(element)))
    return cut?.closest('thead th, label, button, legend, h1, h2') && cut.scrollWidth > cut.clientWidth
  }

  /** Glyph boxes are taller than the glyphs; a fifth is cut off on each side. */
  const lettersOf = (box: DOMRect) =>
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
      if (box.width < 1 || box.height < 1) continue
      const cutter = cutBy(box, chain)
      if (cutter) findings.push(`cut by ${cutter}: "${text.slice(0, 60)}"`)
      if (isShortenedName(chain)) findings.push(`a name is shortened: "${text.slice(0, 60)}"`)
      const isShort = chain.some(element => isShortened(getComputedStyle(element)))
      if (!isShort) lines.push({ text: text.slice(0, 60), owner, layer, box: lettersOf(box) })
    }
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
