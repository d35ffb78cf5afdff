import { lazyWithRetry } from '../../lib/lazy-with-retry'
import { ErrorBoundary } from '../error-boundary'
import { SkeletonText } from '../skeleton'
import type { MarkdownBodyProps, MarkdownProps } from './markdown-source'

const { preload, useLazy } = lazyWithRetry(async () => (await import('./markdown-body')).MarkdownBody)

/** Preloads the parser; rejects when it fails to load. */
export const preloadMarkdown = preload

/**
 * Untrusted Markdown: almost no raw HTML, only http(s) links, no foreign images. The source is shown as plain text when it is too
 * large or too deeply nested, breaks the parser, or when the parser's chunk fails to load.
 */
export function Markdown(props: MarkdownProps) {
  const { source, labels } = props
  const plain = <PlainText source={source} notice={labels.plainNotice} />
  return (
    <ErrorBoundary
      key={source}
      fallback={(_, error) =>
        // Thrown for a text that is nested too deeply, by us or by the stack.
        error instanceof RangeError ? plain : <PlainText source={source} notice={labels.failedNotice} />
      }
    >
      <Parsed {...props} plain={plain} />
    </ErrorBoundary>
  )
}

function Parsed({ onLoadError, ...props }: MarkdownBodyProps) {
  const MarkdownBody = useLazy(onLoadError)
  if (!MarkdownBody) return <SkeletonText lines={6} className="animate-appear max-w-prose" />
  return <MarkdownBody {...props} />
}

function PlainText({ source, notice }: { source: string; notice: string }) {
  const parts = splitPlainText(source)
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">{notice}</p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
        tabIndex={0}
        className="max-h-[70dvh] overflow-auto rounded-control bg-sunken p-4 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {/* Parts never move, so the index is a stable key. In one piece, 5 MB of text takes a minute to lay out. */}
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

/** Characters; a few screens, which a browser lays out quickly. */
const MAX_PART_LENGTH = 4000

/**
 * Splits a long text into parts for `content-visibility`: after a line break where there is one, else after a space, and never
 * inside a surrogate pair. Joined, the parts are the text.
 */
export const splitPlainText = (text: string): string[] => {
  const parts: string[] = []
  for (let at = 0; at < text.length; ) {
    const piece = text.slice(at, at + MAX_PART_LENGTH)
    const isLast = at + MAX_PART_LENGTH >= text.length
    const end = isLast ? piece.length : findEnd(piece)
    parts.push(piece.slice(0, end))
    at += end
  }
  return parts
}

const findEnd = (piece: string): number => {
  const line = piece.lastIndexOf('\n')
  const space = line < 0 ? piece.lastIndexOf(' ') : line
  if (space >= 0) return space + 1
  const last = piece.charCodeAt(piece.length - 1)
  // A high surrogate goes to the next part.
  return last >= 0xd800 && last <= 0xdbff ? piece.length - 1 : piece.length
}
