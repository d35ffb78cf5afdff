import { cx } from './cx'

/** A text to come that is known already, or one as long: takes its room to the line. Nobody reads it, so it is not in the document. */
export function SkeletonWords({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <p
      aria-hidden
      data-words={text}
      className={cx(
        'before:box-decoration-clone before:rounded-chip before:bg-line before:text-transparent before:content-[attr(data-words)]',
        className,
      )}
    />
  )
}
