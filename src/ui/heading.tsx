import type { ComponentProps } from 'react'

export type HeadingLevel = 2 | 3 | 4

/** A heading of a given depth; its look comes from the class. */
export function Heading({ level, ...rest }: ComponentProps<'h2'> & { level: HeadingLevel }) {
  const Tag = `h${level}` as const
  return <Tag {...rest} />
}
