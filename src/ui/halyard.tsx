import { Meter, type MeterProps } from './meter'
import { moveRight, type Signal, type SignalColour, type SignalLetter, signals } from './signals'

export type HalyardProps = Omit<MeterProps, 'bar' | 'size' | 'tone'> & {
  /** Hoisted in this order, and again from the start. */
  flags: readonly SignalLetter[]
}

const MAX_FLAGS = 12
/** A flag of 18 units, and the rope to the next one. */
const STEP = 22
const square = 'M0 0h18v18h-18z'

/** The solved share of a group as flags on a rope. Decorative: the number is in the text above. */
export function Halyard({ flags, ...meter }: HalyardProps) {
  return (
    <Meter
      className={meter.isCompact ? undefined : 'max-w-[16.5rem]'}
      {...meter}
      bar={<Rope flags={flags} {...meter} />}
    />
  )
}

/** One path for each colour: a page may have 500 ropes. */
function Rope({ flags, value, max, isCompact }: Pick<HalyardProps, 'flags' | 'value' | 'max' | 'isCompact'>) {
  const places = Math.min(max, MAX_FLAGS)
  const share = max > 0 ? Math.min(value / max, 1) : 0
  // The first solve shows, and the last flag waits for the last solve.
  const hoisted = value > 0 ? Math.max(1, Math.floor(share * places)) : 0
  // By depth, then colour: what lies on top is drawn last.
  const paths = new Map<string, string>()
  const draw = (depth: number, colour: SignalColour, path: string, index: number) => {
    const key = `${depth} ${colour}`
    paths.set(key, (paths.get(key) ?? '') + moveRight(path, index * STEP))
  }
  for (let index = 0; index < hoisted; index++) {
    const letter = flags[index % flags.length]
    if (!letter) break
    const [ground, ...layers]: Signal = signals[letter]
    draw(0, ground, square, index)
    for (const [depth, [colour, path]] of layers.entries()) draw(depth + 1, colour, path, index)
  }
  const outline = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => moveRight(square, (from + index) * STEP)).join('')
  return (
    <svg
      viewBox={`-.5 -.5 ${(isCompact ? places : MAX_FLAGS) * STEP} 20`}
      preserveAspectRatio={isCompact ? 'xMaxYMid' : 'xMinYMid'}
      className="h-5 w-full"
      aria-hidden
    >
      <path d={`M0 0H${places * STEP - 4}`} fill="none" stroke="var(--color-control)" />
      <path d={outline(hoisted, places)} fill="none" stroke="var(--color-line)" />
      {[...paths]
        .sort(([one], [other]) => one.localeCompare(other))
        .map(([key, path]) => (
          <path key={key} d={path} fill={`var(--color-signal-${key.slice(2)})`} />
        ))}
      <path d={outline(0, hoisted)} fill="none" stroke="var(--color-control)" />
    </svg>
  )
}
