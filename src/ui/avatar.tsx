import { cx } from './cx'

export type AvatarProps = {
  name: string
  size?: keyof typeof sizes | undefined
}

const sizes = {
  sm: 'size-6 text-xs',
  md: 'size-8 text-xs',
  lg: 'size-[2.5rem] text-sm',
  xl: 'size-[3.5rem] text-lg sm:size-[4.5rem] sm:text-xl',
}

/** Nearly all names begin so. Creating a segmenter takes longer than rendering the page. */
const plainStart = /^[\p{L}\p{N}](?=[\p{L}\p{N}]|$)/u

/** A flag or a family is one character of several code points. */
const firstCharacter = (word: string): string =>
  plainStart.exec(word)?.[0] ??
  new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word).containing(0)?.segment ??
  ''

/** The first characters of up to two words. */
function initials(name: string): string {
  const words = name.split(/[\s_-]+/).filter(Boolean)
  return words.slice(0, 2).map(firstCharacter).join('').toUpperCase()
}

/** Decorative. By CSS `content`, so that the initials don't count as a visible label (WCAG 2.5.3). */
export function Avatar({ name, size = 'md' }: AvatarProps) {
  return (
    <span
      aria-hidden
      data-initials={initials(name)}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-full bg-accent-soft forced-colors:border before:content-[attr(data-initials)] font-semibold text-accent-text',
        sizes[size],
      )}
    />
  )
}
