export type MarkdownWords = {
  copyCode: string
  copied: string
  /** Read after a link that opens in a new tab. */
  external: string
  /** Above a text that could not be shown as Markdown. */
  plainNotice: string
  /** The two states of a box in a list of steps. */
  stepDone: string
  stepOpen: string
}
