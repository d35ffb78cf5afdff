import type { PointerEvent } from 'react'

type Level = 0 | 1 | 2 | 3 | 4

export type ActivityMapProps = {
  /** A one-sentence text alternative. The page must also offer the same data as a list or table. */
  label: string
  /** One entry per day, starting on a Monday, at most 52 weeks. */
  levels: readonly Level[]
  /** Month labels by the index of the week in which the month begins. */
  months: ReadonlyMap<number, string>
  /** Seven short labels, Monday first; every other one is shown. */
  weekdays: readonly string[]
  /** The highlighted day, an index into `levels`. */
  current: number | null
  /** Called with the index of the day under the pointer. */
  onPoint: (index: number) => void
}

const STEP = 13
const CELL = 11
const WEEKS_IN_HALF = 26

/** Opacity and size grow together, so levels differ in greyscale, print and forced colours too. */
const levelStyles = {
  1: { size: 5, opacity: 0.55 },
  2: { size: 7, opacity: 0.7 },
  3: { size: 9, opacity: 0.85 },
  4: { size: CELL, opacity: 1 },
} as const

const filledLevels = [1, 2, 3, 4] as const

/** The path of a rounded square centred in the cell of a day. */
const square = (at: number, size: number): string => {
  const inset = 1 + (CELL - size) / 2
  const side = size - 4
  const turn = (x: number, y: number) => `a2 2 0 0 1 ${x} ${y}`
  const [x, y] = [Math.floor(at / 7) * STEP + inset + 2, (at % 7) * STEP + inset]
  return `M${x} ${y}h${side}${turn(2, 2)}v${side}${turn(-2, 2)}h${-side}${turn(-2, -2)}v${-side}${turn(2, -2)}z`
}

/** A column per week, in two halves that wrap on narrow screens. `currentColor` follows forced colours. */
export function ActivityMap({ label, levels, ...rest }: ActivityMapProps) {
  return (
    <div role="img" aria-label={label} className="flex flex-wrap gap-x-3 gap-y-4">
      {[0, WEEKS_IN_HALF].map(week => (
        <Half key={week} firstWeek={week} levels={levels} {...rest} />
      ))}
    </div>
  )
}

type HalfProps = Omit<ActivityMapProps, 'label'> & { firstWeek: number }

function Half({ firstWeek, levels, months, weekdays, current, onPoint }: HalfProps) {
  const first = firstWeek * 7
  const own = levels.slice(first, first + WEEKS_IN_HALF * 7)
  const marks = [...months]
    .map(([week, text]) => ({ week: week - firstWeek, text }))
    .filter(({ week }) => week >= 0 && week < WEEKS_IN_HALF)
    .sort((a, b) => a.week - b.week)
  const point = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const week = Math.floor(((clientX - left) / width) * WEEKS_IN_HALF)
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
            // On a phone a label may be wider than its month: every other one is hidden.
            className={`absolute whitespace-nowrap ${at % 2 === 1 ? '@max-xs:hidden' : ''}`}
            style={{ left: `${(week / WEEKS_IN_HALF) * 100}%` }}
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
          viewBox={`0 0 ${WEEKS_IN_HALF * STEP} ${7 * STEP}`}
          className="block w-full"
          aria-hidden
          onPointerMove={point}
          onPointerDown={point}
        >
          <Squares levels={own} />
          {current !== null && current >= first && current < first + own.length && (
            <path
              d={square(current - first, CELL + 1)}
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

/** One path per level instead of an element per day. */
function Squares({ levels }: { levels: readonly Level[] }) {
  const days = levels.map((level, at) => ({ level, at }))
  return (
    <>
      <path d={days.map(({ at }) => square(at, CELL)).join('')} fill="currentColor" fillOpacity="0.1" />
      {filledLevels.map(level => {
        const { size, opacity } = levelStyles[level]
        const own = days.filter(day => day.level === level)
        if (own.length === 0) return null
        const d = own.map(({ at }) => square(at, size)).join('')
        return <path key={level} d={d} fill="currentColor" fillOpacity={opacity} />
      })}
    </>
  )
}

/** The square of one level, for the legend. */
export function ActivityMark({ level }: { level: Level }) {
  return (
    <span className="text-accent">
      <svg viewBox={`0 0 ${STEP} ${STEP}`} className="size-3.5" aria-hidden>
        <Squares levels={[level]} />
      </svg>
    </span>
  )
}
