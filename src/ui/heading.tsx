import type { ComponentProps } from 'react'

export type HeadingLevel = 2 | 3 | 4

export function Heading({ level, ...rest }: ComponentProps<'h2'> & { level: HeadingLevel }) {
  const Tag = `h${level}` as const
  return <Tag {...rest} />
}
