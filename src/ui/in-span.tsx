import type { ReactNode } from 'react'

/**
 * Gives a text beside other children an element of its own. The browser's translator replaces text nodes: React can't remove
 * the one it knew, nor insert anything before it.
 */
export const inSpan = (content: ReactNode): ReactNode =>
  typeof content === 'string' ? <span>{content}</span> : content
