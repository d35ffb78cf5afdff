import { createElement, Fragment, type ReactNode, useEffect, useState } from 'react'
import { clock } from '../../lib/clock'
import { runWhenIdle } from '../../lib/run-when-idle'
import { CopyButton } from '../copy-button'
import type { MarkdownWords } from './markdown-words'
import { type Element, type TreeNode, textOf } from './text-of'

type CodeBlockProps = {
  node?: Element | undefined
  words: MarkdownWords
  onCopied: (() => void) | undefined
  children: ReactNode
}

/** Longer code is read, not admired: colouring it would hold the page up. */
const longestColoured = 20_000

const languageOf = (node: Element | undefined): string | null => {
  const code = node?.children.find(child => child.type === 'element' && child.tagName === 'code')
  const classes = code?.type === 'element' ? code.properties.className : undefined
  const found = Array.isArray(classes)
    ? classes.map(String).find(name => name.startsWith('language-'))
    : undefined
  return found?.slice('language-'.length).toLowerCase() ?? null
}

/** The tree of the highlighter: spans with classes, and text. */
const toReact = (nodes: readonly TreeNode[]): ReactNode =>
  nodes.map((node, index) => {
    if (node.type === 'text') return node.value
    if (node.type !== 'element') return null
    const { className } = node.properties
    const names = Array.isArray(className) ? className.join(' ') : undefined
    return createElement('span', { key: index, className: names }, toReact(node.children))
  })

/** Code with a copy button; scrolled by keyboard too, coloured when its language is one of ours. */
export function CodeBlock({ node, words, onCopied, children }: CodeBlockProps) {
  const text = textOf(node?.children ?? []).replace(/\n$/, '')
  const coloured = useColours(text, languageOf(node))
  return (
    <div className="markdown-code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls. */}
      <pre tabIndex={0}>{coloured ? <code>{coloured}</code> : children}</pre>
      <div className="markdown-copy">
        <CopyButton
          text={text}
          label={words.copyCode}
          copiedLabel={words.copied}
          onCopied={onCopied}
          isIconOnly
        />
      </div>
    </div>
  )
}

let hasColours = false

const useColours = (text: string, language: string | null): ReactNode => {
  const [coloured, setColoured] = useState<{ key: string; content: ReactNode } | null>(null)
  const key = `${language}\n${text}`
  useEffect(() => {
    if (!language || text.length > longestColoured) return
    let isCurrent = true
    const colour = async () => {
      const { highlight } = await import('./highlighter')
      hasColours = true
      const nodes = await highlight(language, text)
      if (isCurrent && nodes) setColoured({ key, content: <Fragment>{toReact(nodes)}</Fragment> })
    }
    // Without colours the code is still all there.
    const run = () => void colour().catch(() => undefined)
    const stop = hasColours ? clock.after(0, run) : runWhenIdle(run)
    return () => {
      isCurrent = false
      stop()
    }
  }, [key, language, text])
  return coloured?.key === key ? coloured.content : null
}
