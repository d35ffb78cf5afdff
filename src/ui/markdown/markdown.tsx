import { Component, lazy, type ReactNode, Suspense } from 'react'
import { staleChunks } from '../../lib/stale-chunks'
import { SkeletonText } from '../skeleton'
import { isParsable } from './markdown-limits'
import type { MarkdownWords } from './markdown-words'
import { plainParts } from './plain-parts'

const load = async () => (await import('./markdown-body')).MarkdownBody

const MarkdownBody = lazy(async () => {
  try {
    // Awaited apart: the bundler takes what follows an import for a part of it, and a style that fails comes after that.
    return { default: await load() }
  } catch (error) {
    await staleChunks.settle(error)
    throw error
  }
})

export type MarkdownProps = {
  source: string
  /** Prefix of the ids that headings and footnotes get, so that content names nothing of ours. */
  idPrefix: string
  /** Path under which images of this site may be, with slashes at both ends. */
  imagePrefix: string
  words: MarkdownWords
  onCopied?: (() => void) | undefined
}

/**
 * Foreign Markdown: no raw HTML, no address but http(s), no image from elsewhere. What is too big, too deep or breaks
 * the parser is shown as the text it is. The parser is a chunk of its own.
 */
export function Markdown(props: MarkdownProps) {
  const plain = <PlainText {...props} />
  if (!isParsable(props.source)) return plain
  return (
    <Guard key={props.source} fallback={plain}>
      <Suspense fallback={<SkeletonText lines={6} className="animate-appear max-w-prose" />}>
        <MarkdownBody {...props} />
      </Suspense>
    </Guard>
  )
}

function PlainText({ source, words }: MarkdownProps) {
  const parts = plainParts(source)
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">{words.plainNotice}</p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
        tabIndex={0}
        className="max-h-[70dvh] overflow-auto rounded-control bg-sunken p-4 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {/* The parts of a text never move, so their places are their keys. In one piece 5 MB would be laid out for a minute. */}
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <div key={index} className={parts.length > 1 ? 'plain-part' : undefined}>
            {part}
          </div>
        ))}
      </pre>
    </div>
  )
}

type GuardProps = { fallback: ReactNode; children: ReactNode }

/** A text that breaks the parser costs its formatting, never the page. */
class Guard extends Component<GuardProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
