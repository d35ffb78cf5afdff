/** Preloads the Markdown parser; rejects on failure. */
export const preloadMarkdownBody = (): Promise<unknown> => import('../ui/markdown/markdown-body')

/**
 * For loaders: awaits the parser, so the rendered text has its final height. Without it the text is shown
 * unformatted.
 */
export const preloadMarkdown = async (): Promise<void> => {
  try {
    const markdown = await import('../ui/markdown/markdown')
    await markdown.preloadMarkdown()
  } catch {}
}
