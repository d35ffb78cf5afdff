declare global {
  interface Window {
    /** Texts that the page has changed where the translator had replaced them: the user still sees the old ones. */
    staleTexts?: string[]
  }
}

/**
 * Does what a browser's translator does to a page, now and to later texts: each text node is replaced by an element with the
 * text, followed here by `mark`. Runs in the page, so it can't use other code of this file.
 */
export function translatePage(mark = ''): void {
  const untouched = 'script, style, noscript, textarea, title, svg, font, [translate=no]'
  if (window.staleTexts) return
  const stale: string[] = []
  window.staleTexts = stale
  const changes = new MutationObserver(records => {
    for (const { oldValue, target } of records) stale.push(`${oldValue} -> ${target.nodeValue}`)
  })
  const replace = (text: Text): void => {
    const parent = text.parentElement
    if (text.data.trim() === '' || !parent || parent.closest(untouched)) return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.data + mark
    outer.append(inner)
    parent.replaceChild(outer, text)
    changes.observe(text, { characterData: true, characterDataOldValue: true })
  }
  const walk = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = root instanceof Text ? [root] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    texts.forEach(replace)
  }
  walk(document.body)
  new MutationObserver(records => {
    for (const { addedNodes } of records) addedNodes.forEach(walk)
  }).observe(document.body, { childList: true, subtree: true })
}
