import type { PointerEvent } from 'react'

type Level = 0 | 1 | 2 | 3 | 4

export type ActivityMapProps = {
  /** What the map says, in one sentence. The same data must stand elsewhere as a list or table. */
  label: string
  /** Day after day from a Monday on, at most 52 weeks. */
  levels: readonly Level[]
  /** Words above the week in which a month begins, by the number of the week. */
  months: ReadonlyMap<number, string>
  /** Seven short words from Monday on; every other one is shown. */
  weekdays: readonly string[]
  /** The day that is marked, by its place in `levels`. */
  current: number | null
  /** A day under the pointer. */
  onPoint: (index: number) => void
}

const step = 13
const cell = 11
const weeksInHalf = 26

/** Shade and size grow together: told apart in grey, on paper and in forced colours too. */
const looks = {
  1: { size: 5, opacity: 0.55 },
  2: { size: 7, opacity: 0.7 },
  3: { size: 9, opacity: 0.85 },
  4: { size: cell, opacity: 1 },
} as const

const filledLevels = [1, 2, 3, 4] as const

/** A rounded square in the middle of its day. */
const square = (at: number, size: number): string => {
  const inset = 1 + (cell - size) / 2
  const side = size - 4
  const turn = (x: number, y: number) => `a2 2 0 0 1 ${x} ${y}`
  const [x, y] = [Math.floor(at / 7) * step + inset + 2, (at % 7) * step + inset]
  return `M${x} ${y}h${side}${turn(2, 2)}v${side}${turn(-2, 2)}h${-side}${turn(-2, -2)}v${-side}${turn(2, -2)}z`
}

/**
 * Days as squares, a week a column; two halves of 26 weeks, side by side where there is room and one above the other on
 * a phone. Drawn in the current colour, so that forced colours reach it.
 */
export function ActivityMap({ label, levels, ...rest }: ActivityMapProps) {
  return (
    <div role="img" aria-label={label} className="flex flex-wrap gap-x-3 gap-y-4">
      {[0, weeksInHalf].map(week => (
        <Half key={week} firstWeek={week} levels={levels} {...rest} />
      ))}
    </div>
  )
}

type HalfProps = Omit<ActivityMapProps, 'label'> & { firstWeek: number }

function Half({ firstWeek, levels, months, weekdays, current, onPoint }: HalfProps) {
  const first = firstWeek * 7
  const own = levels.slice(first, first + weeksInHalf * 7)
  const marks = [...months]
    .map(([week, text]) => ({ week: week - firstWeek, text }))
    .filter(({ week }) => week >= 0 && week < weeksInHalf)
    .sort((a, b) => a.week - b.week)
  const point = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const week = Math.floor(((clientX - left) / width) * weeksInHalf)
    const day = Math.floor(((clientY - top) / height) * 7)
    const at = week * 7 + day
    if (week >= 0 && day >= 0 && day < 7 && at < own.length) onPoint(first + at)
  }
  return (
    <div className="@container grid max-w-lg min-w-0 flex-1 basis-[17rem] grid-cols-[1.5rem_minmax(0,1fr)] gap-x-1 text-xs leading-none text-muted">
      <div className="relative col-start-2 h-5">
        {marks.map(({ week, text }, at) => (
          <time
            key={week}
            // On a phone a word may need more room than its month: every other one has twice as much.
            className={`absolute whitespace-nowrap ${at % 2 === 1 ? '@max-xs:hidden' : ''}`}
            style={{ left: `${(week / weeksInHalf) * 100}%` }}
          >
            {text}
          </time>
        ))}
      </div>
      <div className="relative">
        {[0, 2, 4].map(day => (
          <time
            key={day}
            className="absolute end-0"
            style={{ top: `${((day + 0.5) / 7) * 100}%`, transform: 'translateY(-50%)' }}
          >
            {weekdays[day]}
          </time>
        ))}
      </div>
      <div className="text-accent">
        <svg
          viewBox={`0 0 ${weeksInHalf * step} ${7 * step}`}
          className="block w-full"
          aria-hidden
          onPointerMove={point}
          onPointerDown={point}
        >
          <Squares levels={own} />
          {current !== null && current >= first && current < first + own.length && (
            <path
              d={square(current - first, cell + 1)}
              fill="none"
              className="stroke-text print:hidden"
              strokeWidth="1.5"
            />
          )}
        </svg>
      </div>
    </div>
  )
}

/** One path for each level: a year of squares would be a thousand elements. */
function Squares({ levels }: { levels: readonly Level[] }) {
  const days = levels.map((level, at) => ({ level, at }))
  return (
    <>
      <path d={days.map(({ at }) => square(at, cell)).join('')} fill="currentColor" fillOpacity="0.1" />
      {filledLevels.map(level => {
        const { size, opacity } = looks[level]
        const own = days.filter(day => day.level === level)
        if (own.length === 0) return null
        const d = own.map(({ at }) => square(at, size)).join('')
        return <path key={level} d={d} fill="currentColor" fillOpacity={opacity} />
      })}
    </>
  )
}

/** One square of a level, for the words that explain it. */
export function ActivityMark({ level }: { level: Level }) {
  return (
    <span className="text-accent">
      <svg viewBox={`0 0 ${step} ${step}`} className="size-3.5" aria-hidden>
        <Squares levels={[level]} />
      </svg>
    </span>
  )
}
