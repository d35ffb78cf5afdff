import { cx } from './cx'

type RadarAxis = {
  key: number
  /** Shown at the end of the axis, on several lines. */
  name: string
  /** 0 to 1. */
  share: number
}

export type RadarProps = {
  /** A one-sentence text alternative. The page must also offer the same data as a list or table. */
  label: string
  /** Three or more. */
  axes: readonly RadarAxis[]
  className?: string | undefined
}

type Point = readonly [x: number, y: number]

/** The first axis points up, the others follow clockwise; the radius is 100. */
const pointAt = (index: number, count: number, share: number): Point => {
  const angle = (index / count) * 2 * Math.PI - Math.PI / 2
  return [100 * share * Math.cos(angle), 100 * share * Math.sin(angle)]
}

const toPoints = (points: readonly Point[]): string =>
  points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ')

const rings = [0.25, 0.5, 0.75, 1]

/** Per cent of the width of the container, in which the labels have the rest. */
const RADIUS = 22
/** Between the end of an axis and its label. */
const GAP = 1.5
/** Room of a label above or below, between those beside it. */
const MIDDLE = 31
/** More axes leave less room between their labels. */
const FEW_AXES = 10

/** A chart with a label at the end of each axis. `currentColor` follows forced colours. */
export function Radar({ label, axes, className }: RadarProps) {
  const count = axes.length
  const ends = axes.map((_, index) => pointAt(index, count, 1))
  const shape = axes.map(({ share }, index) => pointAt(index, count, Math.min(Math.max(share, 0), 1)))
  return (
    <div role="img" aria-label={label} className={cx('mx-auto max-w-md py-[2.5rem]', className)}>
      <div className="relative flex justify-center">
        <div className="relative aspect-square w-[44%]">
          <div className="text-subtle">
            <svg viewBox="-101 -101 202 202" className="block w-full" aria-hidden>
              <g fill="none" stroke="currentColor" strokeOpacity="0.45">
                {rings.map(ring => (
                  <polygon key={ring} points={toPoints(ends.map(([x, y]) => [x * ring, y * ring]))} />
                ))}
                {ends.map(([x, y]) => (
                  <line key={`${x} ${y}`} x2={x} y2={y} />
                ))}
              </g>
            </svg>
          </div>
          <div className="absolute inset-0 text-accent">
            <svg viewBox="-101 -101 202 202" className="block w-full overflow-visible" aria-hidden>
              <polygon
                points={toPoints(shape)}
                fill="currentColor"
                fillOpacity="0.22"
                stroke="currentColor"
                strokeWidth="2"
                strokeLinejoin="round"
              />
              {shape.map(([x, y], index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the axes have no other key.
                <circle key={index} cx={x} cy={y} r="3" fill="currentColor" />
              ))}
            </svg>
          </div>
        </div>
        {axes.map((axis, index) => (
          <AxisLabel
            key={axis.key}
            name={axis.name}
            end={pointAt(index, count, 1)}
            lines={count > FEW_AXES ? 2 : 3}
          />
        ))}
      </div>
    </div>
  )
}

const vowel = '[\u0430\u0435\u0438\u043E\u0443\u044B\u044D-\u044F\u0451]'
const consonant = '[\u0431-\u0434\u0436\u0437\u043A-\u043D\u043F-\u0442\u0444-\u0449]'
/** A vowel, before a consonant with its vowel; not near the ends of the word. */
const syllableEnd = new RegExp(`(\\p{L}${vowel})(?=${consonant}${vowel}\\p{L}{2})`, 'gu')

/** Breaks of a long Russian word, which browsers without its dictionary would break anywhere: before a syllable. */
const withBreaks = (name: string): string =>
  name.replace(/\p{Script=Cyrillic}{16,}/gu, word => word.replace(syllableEnd, '$1\u00AD'))

interface AxisLabelProps {
  name: string
  end: Point
  /** At most, beside the chart. */
  lines: number
}

/** Outside the chart: right-aligned on the left side, left-aligned on the right. */
function AxisLabel({ name, end: [x, y], lines }: AxisLabelProps) {
  const side = x > 15 ? 'right' : x < -15 ? 'left' : 'middle'
  // Chromium places the ellipsis of right-aligned text beyond the right edge, so the padding has it.
  const shift = { right: '0%', left: 'calc(-100% + 0.75rem)', middle: '-50%' }[side]
  // Labels near the top and the bottom make room for the one at the very end.
  const middle = y < 0 ? 'calc(-100% - 0.375rem)' : '0.375rem'
  const lift = side === 'middle' ? middle : `${((y - 100) / 2).toFixed(0)}%`
  const left = 50 + (x * RADIUS) / 100 + (side === 'middle' ? 0 : Math.sign(x) * GAP)
  const room = side === 'right' ? 100 - left : side === 'left' ? left : MIDDLE
  return (
    <bdi
      className={cx(
        'absolute line-clamp-2 w-max text-xs leading-tight text-muted [overflow-wrap:anywhere]',
        side === 'left' && 'box-content pe-3 text-right',
        side === 'middle' && 'text-center',
      )}
      style={{
        left: `${left}%`,
        top: `${50 + y / 2}%`,
        maxWidth: `${room}%`,
        // Above and below the others is room for one more.
        WebkitLineClamp: side === 'middle' ? 2 : Math.abs(y) > 60 ? lines + 1 : lines,
        transform: `translate(${shift}, ${lift})`,
      }}
    >
      {withBreaks(name)}
    </bdi>
  )
}
