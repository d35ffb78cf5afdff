import { Component, type ReactNode } from 'react'
import { late } from '../../lib/late'
import { SkeletonText } from '../skeleton'
import { isParsable } from './markdown-limits'
import type { MarkdownWords } from './markdown-words'
import { plainParts } from './plain-parts'

const { preload, useLate } = late(async () => (await import('./markdown-body')).MarkdownBody)

/** Fetches the parser ahead; rejects when it does not come. */
export const preloadMarkdown = preload

export type MarkdownProps = {
  source: string
  /** Prefix of the ids that headings and footnotes get, so that content names nothing of ours. */
  idPrefix: string
  /** Path under which images of this site may be, with slashes at both ends. */
  imagePrefix: string
  words: MarkdownWords
  onCopied?: (() => void) | undefined
  /** Awaited before a text whose parser did not come is shown as it is. */
  onNotLoaded?: ((failure: unknown) => Promise<unknown>) | undefined
}

/**
 * Foreign Markdown: no raw HTML, no address but http(s), no image from elsewhere. What is too big, too deep or breaks
 * the parser is shown as the text it is, also where the parser, a chunk of its own, does not come.
 */
export function Markdown(props: MarkdownProps) {
  const plain = <PlainText {...props} />
  if (!isParsable(props.source)) return plain
  return (
    <Guard key={props.source} fallback={plain}>
      <Parsed {...props} />
    </Guard>
  )
}

function Parsed({ onNotLoaded, ...props }: MarkdownProps) {
  const MarkdownBody = useLate(onNotLoaded)
  if (!MarkdownBody) return <SkeletonText lines={6} className="animate-appear max-w-prose" />
  return <MarkdownBody {...props} />
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
