import { cx } from './cx'

/** The mark: a mast and a swallow-tailed pennant. Also in public/favicon.svg. */
function LogoMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" className={cx('size-6 shrink-0', className)} aria-hidden>
      <path d="M4.75 2.5v19" className="stroke-current" strokeWidth="2.5" strokeLinecap="round" />
      <path d="M8 4h13l-4.25 4.75L21 13.5H8z" className="fill-accent" />
    </svg>
  )
}

export type LogoProps = { name: string; isMarkOnly?: boolean | undefined; className?: string | undefined }

/**
 * Mark and name; put it inside the link to the start page, which may be narrower than both. A name that has no room beside
 * the mark, as with wider text, stands on a second line, which is not shown: a screen reader says it all the same.
 */
export function Logo({ name, isMarkOnly = false, className }: LogoProps) {
  return (
    <span
      className={cx(
        'logo flex h-[1.75rem] w-fit min-w-6 flex-wrap content-start items-center gap-x-2 overflow-hidden text-lg font-semibold tracking-tight text-text',
        className,
      )}
    >
      <LogoMark />
      <span className={isMarkOnly ? 'sr-only' : undefined}>{name}</span>
    </span>
  )
}
