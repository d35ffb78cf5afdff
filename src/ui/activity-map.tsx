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
const looks: Record<Level, { size: number; opacity: number }> = {
  0: { size: 0, opacity: 0 },
  1: { size: 5, opacity: 0.55 },
  2: { size: 7, opacity: 0.7 },
  3: { size: 9, opacity: 0.85 },
  4: { size: cell, opacity: 1 },
}

/**
 * Days as squares, a week a column; two halves of 26 weeks, side by side where there is room and one above the other on
 * a phone. Drawn in the current colour, so that forced colours reach it.
 */
export function ActivityMap({ label, levels, months, weekdays, current, onPoint }: ActivityMapProps) {
  const point = ({ target }: PointerEvent) => {
    const at = target instanceof Element ? target.getAttribute('data-at') : null
    if (at !== null) onPoint(Number(at))
  }
  return (
    <div role="img" aria-label={label} onPointerOver={point} className="flex flex-wrap gap-x-3 gap-y-4">
      {[0, weeksInHalf].map(week => (
        <Half
          key={week}
          firstWeek={week}
          levels={levels}
          months={months}
          weekdays={weekdays}
          current={current}
        />
      ))}
    </div>
  )
}

type HalfProps = Pick<ActivityMapProps, 'levels' | 'months' | 'weekdays' | 'current'> & { firstWeek: number }

function Half({ firstWeek, levels, months, weekdays, current }: HalfProps) {
  const first = firstWeek * 7
  const marks = Array.from({ length: weeksInHalf }, (_, week) => ({
    week,
    text: months.get(firstWeek + week),
  }))
  return (
    <div className="grid max-w-lg min-w-0 flex-1 basis-[17rem] grid-cols-[1.5rem_minmax(0,1fr)] gap-x-1 text-xs leading-none text-muted">
      <div className="relative col-start-2 h-5">
        {marks.map(
          ({ week, text }) =>
            text && (
              <span
                key={week}
                className="absolute whitespace-nowrap"
                style={{ left: `${(week / weeksInHalf) * 100}%` }}
              >
                {text}
              </span>
            ),
        )}
      </div>
      <div className="relative">
        {[0, 2, 4].map(day => (
          <span
            key={day}
            className="absolute end-0"
            style={{ top: `${((day + 0.5) / 7) * 100}%`, transform: 'translateY(-50%)' }}
          >
            {weekdays[day]}
          </span>
        ))}
      </div>
      <div className="text-accent">
        <svg viewBox={`0 0 ${weeksInHalf * step} ${7 * step}`} className="block w-full" aria-hidden>
          {levels.slice(first, first + weeksInHalf * 7).map((level, at) => (
            <Day
              // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place.
              key={at}
              at={first + at}
              x={Math.floor(at / 7) * step + 1}
              y={(at % 7) * step + 1}
              level={level}
              isCurrent={first + at === current}
            />
          ))}
        </svg>
      </div>
    </div>
  )
}

type DayProps = { at: number; x: number; y: number; level: Level; isCurrent: boolean }

function Day({ at, x, y, level, isCurrent }: DayProps) {
  const { size, opacity } = looks[level]
  const inset = (cell - size) / 2
  return (
    <>
      <rect
        data-at={at}
        x={x}
        y={y}
        width={cell}
        height={cell}
        rx="2"
        fill="currentColor"
        fillOpacity="0.1"
      />
      {size > 0 && (
        <rect
          x={x + inset}
          y={y + inset}
          width={size}
          height={size}
          rx="2"
          fill="currentColor"
          fillOpacity={opacity}
          pointerEvents="none"
        />
      )}
      {isCurrent && (
        <rect
          x={x - 0.5}
          y={y - 0.5}
          width={cell + 1}
          height={cell + 1}
          rx="2.5"
          fill="none"
          className="stroke-text"
          strokeWidth="1.5"
          pointerEvents="none"
        />
      )}
    </>
  )
}

/** One square of a level, for the words that explain it. */
export function ActivityMark({ level }: { level: Level }) {
  return (
    <span className="text-accent">
      <svg viewBox={`0 0 ${step} ${step}`} className="size-3.5" aria-hidden>
        <Day at={0} x={1} y={1} level={level} isCurrent={false} />
      </svg>
    </span>
  )
}
