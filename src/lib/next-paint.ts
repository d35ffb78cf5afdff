/**
 * Resolves after the next paint, so that a pending state shows before the work that follows it; at once in a hidden
 * page, which is not painted.
 */
export const nextPaint = async (): Promise<void> => {
  if (document.hidden) return
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
