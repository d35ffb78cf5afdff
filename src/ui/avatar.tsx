import { cx } from './cx'

export type AvatarProps = { name: string; size?: 'sm' | 'md' | undefined; className?: string | undefined }

/** The first letters of up to two words; Intl is not needed, a letter is a code point here. */
function initials(name: string): string {
  const words = name.split(/[\s_-]+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map(word => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}

/**
 * A person's initials in a circle. Decoration: the name stands beside it or names the button around it. Drawn by
 * the style sheet, so that the letters are not taken for a visible label that the button's name fails to contain.
 */
export function Avatar({ name, size = 'md', className }: AvatarProps) {
  return (
    <span
      aria-hidden
      data-initials={initials(name)}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-full bg-accent-soft forced-colors:border before:content-[attr(data-initials)] font-semibold text-accent-text',
        size === 'sm' ? 'size-6 text-xs' : 'size-8 text-xs',
        className,
      )}
    />
  )
}
