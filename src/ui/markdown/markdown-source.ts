import type { ReactNode } from 'react'

type MarkdownLabels = {
  copyCode: string
  copied: string
  /** Read after a link that opens in a new tab. */
  external: string
  /** Replaces an image that is not loaded. */
  blockedImage: string
  /** The heading of the footnotes. */
  footnotes: string
  /** Above a source that costs too much to format. */
  plainNotice: string
  /** Above a source that the formatter failed on, or that its code could not be loaded for. */
  failedNotice: string
  /** The two states of a checkbox in a task list. */
  stepDone: string
  stepOpen: string
}

export type MarkdownProps = {
  source: string
  /** Prefix of the ids of headings and footnotes, so that content cannot use ids of the page. */
  idPrefix: string
  /** Path under which images of this site are allowed, with slashes at both ends. */
  imagePrefix: string
  labels: MarkdownLabels
  /** Awaited before the source is shown as plain text because the parser failed to load. */
  onLoadError?: ((failure: unknown) => Promise<unknown>) | undefined
}

export type MarkdownBodyProps = MarkdownProps & {
  /** In place of a source that must not be parsed. */
  plain: ReactNode
}
