import { cx } from './cx'

/** A skeleton with the exact size of a known text. The text is in CSS `content`, so that it is not read aloud. */
export function SkeletonFromText({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <p
      aria-hidden
      data-text={text}
      className={cx(
        'before:box-decoration-clone before:rounded-chip before:bg-line before:text-transparent before:content-[attr(data-text)]',
        className,
      )}
    />
  )
}
