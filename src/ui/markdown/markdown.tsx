import { lazyWithRetry } from '../../lib/lazy-with-retry'
import { ErrorBoundary } from '../error-boundary'
import { SkeletonText } from '../skeleton'
import { isParsable, splitPlainText } from './markdown-limits'
import type { MarkdownProps } from './props'

const { preload, useLazy } = lazyWithRetry(async () => (await import('./markdown-body')).MarkdownBody)

/** Preloads the parser; rejects when it fails to load. */
export const preloadMarkdown = preload

/**
 * Untrusted Markdown: no raw HTML, only http(s) links, no foreign images. The source is shown as plain text when it is too
 * large or too deeply nested, breaks the parser, or when the parser's chunk fails to load.
 */
export function Markdown(props: MarkdownProps) {
  const plain = <PlainText {...props} />
  if (!isParsable(props.source)) return plain
  return (
    <ErrorBoundary key={props.source} fallback={() => plain}>
      <Parsed {...props} />
    </ErrorBoundary>
  )
}

function Parsed({ onLoadError, ...props }: MarkdownProps) {
  const MarkdownBody = useLazy(onLoadError)
  if (!MarkdownBody) return <SkeletonText lines={6} className="animate-appear max-w-prose" />
  return <MarkdownBody {...props} />
}

function PlainText({ source, labels }: MarkdownProps) {
  const parts = splitPlainText(source)
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">{labels.plainNotice}</p>
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
