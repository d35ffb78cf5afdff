import { markFlag } from '../../lib/flag-marks'
import { cx } from '../../ui/cx'

const looks = {
  plain: '',
  hidden: 'mx-px rounded-chip border border-control bg-sunken px-0.5 text-xs text-muted',
  strange: 'rounded-chip bg-warning-soft text-warning-text underline decoration-dotted underline-offset-4',
}

/** A flag in which everything can be seen: hidden characters by their number, letters of another alphabet marked. */
export const FlagText = ({ text }: { text: string }) => (
  <bdi className="font-mono whitespace-pre-wrap [overflow-wrap:anywhere]">
    {markFlag(text).map(({ kind, text: piece }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move.
      <span key={at} className={cx(looks[kind])}>
        {piece}
      </span>
    ))}
  </bdi>
)
