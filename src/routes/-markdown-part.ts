/** Fetches the parser of texts beside the code that asks for it; rejects when it does not come. */
export const warmMarkdown = (): Promise<unknown> => import('../ui/markdown/markdown-body')

/**
 * For loaders of pages that show a text: awaited beside what is shown, so that the text has its height when the page
 * stands, and nothing moves. Where the parser does not come, the text is shown without its formatting.
 */
export const preloadMarkdown = async (): Promise<void> => {
  try {
    const markdown = await import('../ui/markdown/markdown')
    await markdown.preloadMarkdown()
  } catch {}
}
