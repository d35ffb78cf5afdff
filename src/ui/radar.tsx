import { cx } from './cx'

type RadarAxis = {
  /** A short label, shown at the axis at any width and in the list beside the chart. */
  mark: string
  /** Shown beside the mark on wide screens. */
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

/** Names are beside the axes from 32rem container width, else in a legend. `currentColor` follows forced colours. */
export function Radar({ label, axes, className }: RadarProps) {
  const count = axes.length
  const ends = axes.map((_, index) => pointAt(index, count, 1))
  const shape = axes.map(({ share }, index) => pointAt(index, count, Math.min(Math.max(share, 0), 1)))
  const byMark = axes.toSorted((a, b) => a.mark.localeCompare(b.mark, undefined, { numeric: true }))
  return (
    <div role="img" aria-label={label} className={className}>
      <div className="px-6 py-8 @lg:px-[8.5rem] @lg:py-[3.75rem]">
        <div className="relative mx-auto aspect-square w-full max-w-xs">
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
            <svg viewBox="-101 -101 202 202" className="block w-full" aria-hidden>
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
          {axes.map((axis, index) => (
            <AxisLabel key={axis.mark} axis={axis} end={pointAt(index, count, 1)} />
          ))}
        </div>
      </div>
      <div className="grid gap-1.5 text-xs text-muted @sm:grid-cols-2 @lg:hidden">
        {byMark.map(({ mark, name }) => (
          <span key={mark} className="flex min-w-0 items-center gap-1.5">
            <RadarMark>{mark}</RadarMark>
            <bdi className="min-w-0 [overflow-wrap:anywhere]">{name}</bdi>
          </span>
        ))}
      </div>
    </div>
  )
}

const markClass =
  'inline-flex h-5 min-w-[1.25rem] shrink-0 items-center justify-center rounded-full bg-sunken px-1 text-xs font-medium tabular-nums text-text'

/** The mark of an axis, for a list beside the chart. */
export function RadarMark({ children }: { children: string }) {
  return <span className={markClass}>{children}</span>
}

const sideClass = {
  right: 'max-w-[8.5rem]',
  left: 'max-w-[8.5rem] flex-row-reverse text-right',
  middle: 'max-w-[9rem] text-center',
}

/** A label outside the chart: right-aligned on the left side, left-aligned on the right. */
function AxisLabel({ axis: { mark, name }, end: [x, y] }: { axis: RadarAxis; end: Point }) {
  const side = x > 15 ? 'right' : x < -15 ? 'left' : 'middle'
  const shift = { right: '0%', left: '-100%', middle: '-50%' }[side]
  const lift = side === 'middle' ? (y < 0 ? '-100%' : '0%') : '-50%'
  const away = side === 'middle' ? 1.04 : 1.06
  return (
    <span
      className={cx(
        'absolute flex w-max items-center gap-x-1.5 gap-y-0.5 text-xs leading-tight text-muted',
        sideClass[side],
        side === 'middle' && (y < 0 ? 'flex-col-reverse' : 'flex-col'),
      )}
      style={{
        left: `${50 + (x * away) / 2}%`,
        top: `${50 + (y * away) / 2}%`,
        transform: `translate(${shift}, ${lift})`,
      }}
    >
      <RadarMark>{mark}</RadarMark>
      <bdi
        className={cx(
          'min-w-0 [overflow-wrap:anywhere] @max-lg:hidden',
          side === 'middle' ? 'line-clamp-2' : 'line-clamp-3',
          // Chromium places the ellipsis of right-aligned text beyond the right edge.
          side === 'left' && '-mr-1.5 pr-3',
        )}
      >
        {name}
      </bdi>
    </span>
  )
}
