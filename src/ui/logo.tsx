import { cx } from './cx'

/** Also in public/favicon.svg. */
export function LogoMark({ className, isJoy = false }: { className?: string | undefined; isJoy?: boolean }) {
  return (
    <svg viewBox="0 0 24 24" className={cx('size-6 shrink-0', className)} aria-hidden>
      <path d="M4.75 2.5v19" className="stroke-current" strokeWidth="2.5" strokeLinecap="round" />
      <path d="M8 4h13l-4.25 4.75L21 13.5H8z" className={isJoy ? 'fill-signal' : 'fill-accent'} />
    </svg>
  )
}

export type LogoProps = { name: string; isMarkOnly?: boolean | undefined; className?: string | undefined }

/** Mark and name, for the link to the start page. A name that does not fit wraps to a clipped line: hidden, but still read aloud. */
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
