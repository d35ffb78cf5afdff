export type MarkdownWords = {
  copyCode: string
  copied: string
  /** Read after a link that opens in a new tab. */
  external: string
  /** In the place of an image that is not loaded. */
  blockedImage: string
  /** The heading above the notes at the end. */
  footnotes: string
  /** Above a text that could not be shown as Markdown. */
  plainNotice: string
  /** The two states of a box in a list of steps. */
  stepDone: string
  stepOpen: string
}
