import { cx } from './cx'

/** Stripes from the mast: one for each level. */
const stripes = ['blue', 'yellow', 'red', 'black'] as const

export const MAX_LEVEL = stripes.length

/** A pennant with a stripe for each level of 4; an empty one for level 0. Decorative: the text says the level. */
export function Pennant({ level, className }: { level: number; className?: string | undefined }) {
  return (
    <svg viewBox="-.5 -.5 37 19" className={cx('h-5 w-10 shrink-0', className)} aria-hidden>
      <path d="M0 0l36 6v6l-36 6z" className={level > 0 ? 'fill-signal-white' : 'fill-none'} />
      {stripes.slice(0, level).map((colour, at) => {
        const [from, to] = [at * 9, at * 9 + 6]
        const [top, end] = [from / 6, to / 6]
        return (
          <path
            key={colour}
            d={`M${from} ${top}L${to} ${end}V${18 - end}L${from} ${18 - top}z`}
            fill={`var(--color-signal-${colour})`}
          />
        )
      })}
      <path d="M0 0l36 6v6l-36 6z" fill="none" stroke="var(--color-control)" />
    </svg>
  )
}
