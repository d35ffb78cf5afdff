import { createElement, Fragment, type ReactNode, useEffect, useState } from 'react'
import { clock } from '../../lib/clock'
import { runWhenIdle } from '../../lib/run-when-idle'
import { CopyButton } from '../copy-button'
import type { MarkdownLabels } from './props'
import { type Element, getNodeText, type TreeNode } from './remark-plugins'

type CodeBlockProps = {
  node?: Element | undefined
  labels: MarkdownLabels
  onCopied: (() => void) | undefined
  children: ReactNode
}

/** Characters; highlighting longer code would block the page. */
const MAX_HIGHLIGHTED_LENGTH = 20_000

const getLanguage = (node: Element | undefined): string | null => {
  const code = node?.children.find(child => child.type === 'element' && child.tagName === 'code')
  const classes = code?.type === 'element' ? code.properties.className : undefined
  const found = Array.isArray(classes)
    ? classes.map(String).find(name => name.startsWith('language-'))
    : undefined
  return found?.slice('language-'.length).toLowerCase() ?? null
}

/** The highlighter's tree as React spans with classes. */
const toReact = (nodes: readonly TreeNode[]): ReactNode =>
  nodes.map((node, index) => {
    if (node.type === 'text') return node.value
    if (node.type !== 'element') return null
    const { className } = node.properties
    const names = Array.isArray(className) ? className.join(' ') : undefined
    return createElement('span', { key: index, className: names }, toReact(node.children))
  })

/** Code with a copy button, focusable for scrolling, highlighted when its language is known. */
export function CodeBlock({ node, labels, onCopied, children }: CodeBlockProps) {
  const text = getNodeText(node?.children ?? []).replace(/\n$/, '')
  const highlighted = useHighlighting(text, getLanguage(node))
  return (
    <div className="markdown-code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls. */}
      <pre tabIndex={0}>{highlighted ? <code>{highlighted}</code> : children}</pre>
      <div className="markdown-copy">
        <CopyButton
          text={text}
          label={labels.copyCode}
          copiedLabel={labels.copied}
          onCopied={onCopied}
          isIconOnly
        />
      </div>
    </div>
  )
}

let isHighlighterLoaded = false

const useHighlighting = (text: string, language: string | null): ReactNode => {
  const [coloured, setColoured] = useState<{ key: string; content: ReactNode } | null>(null)
  const key = `${language}\n${text}`
  useEffect(() => {
    if (!language || text.length > MAX_HIGHLIGHTED_LENGTH) return
    let isCurrent = true
    const colour = async () => {
      const { highlight } = await import('./highlighter')
      isHighlighterLoaded = true
      const nodes = await highlight(language, text)
      if (isCurrent && nodes) setColoured({ key, content: <Fragment>{toReact(nodes)}</Fragment> })
    }
    // Highlighting is optional: on a failure the plain code stays.
    const run = () => void colour().catch(() => undefined)
    const stop = isHighlighterLoaded ? clock.after(0, run) : runWhenIdle(run)
    return () => {
      isCurrent = false
      stop()
    }
  }, [key, language, text])
  return coloured?.key === key ? coloured.content : null
}
