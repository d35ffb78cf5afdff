import { useState } from 'react'
import { cx } from './cx'

export interface ChartLine {
  key: number | string
  name: string
  /** A short label at the end of the line and in the legend, such as the rank. */
  mark: string
  valueText: string
  /** Points from left to right, as fractions of the plot: `x` from its left, `y` from its top. */
  points: readonly { x: number; y: number }[]
  /** The vertical position of the mark, as a fraction of the height from the top. */
  markAt: number
  isOwn: boolean
  /** One of several where the first place is shared. */
  isLeader: boolean
}

interface ChartTick {
  /** A fraction of the axis, from the left or from the top. */
  at: number
  text: string
}

export type ScoreChartProps = {
  /** The text alternative. */
  label: string
  lines: readonly ChartLine[]
  xTicks: readonly ChartTick[]
  yTicks: readonly ChartTick[]
  /** After the name of the own line in the legend. */
  ownText: string
}

/** The minimum distance between two marks, as a fraction of the plot. */
export const markGap = 1 / 18

interface LineStyle {
  stroke: string
  width: number
}

const ownStyle: LineStyle = { stroke: 'stroke-accent forced-colors:stroke-[Highlight]', width: 3.5 }

const leaderStyle: LineStyle = { stroke: 'stroke-gold', width: 2.5 }

const otherStyle: LineStyle = { stroke: 'stroke-control', width: 1 }

/** The line that the pointer is on in the legend. */
const activeStyle: LineStyle = { stroke: 'stroke-text', width: 2.5 }

/** The own line and those of the leaders stand out; `active` is the key of the line to compare them with. */
const withStyles = (lines: readonly ChartLine[], active: ChartLine['key'] | null): StyledLine[] =>
  lines.map(line => {
    if (line.isOwn) return { line, style: ownStyle }
    if (line.key === active) return { line, style: activeStyle }
    return { line, style: line.isLeader ? leaderStyle : otherStyle }
  })

interface StyledLine {
  line: ChartLine
  style: LineStyle
}

const getStrokeProps = (style: LineStyle) => ({
  strokeWidth: style.width,
  className: cx(style.stroke, style !== ownStyle && 'forced-colors:stroke-[CanvasText]'),
})

/** Units of the viewBox, which is stretched to the plot; strokes keep their width. */
const unit = 1000

const toPath = ({ points: [first, ...rest] }: ChartLine): string => {
  if (!first) return ''
  const round = (share: number) => Math.round(share * unit)
  const moves = rest.map(({ x, y }) => `H${round(x)}V${round(y)}`)
  return `M${round(first.x)} ${round(first.y)}${moves.join('')}`
}

const percent = (share: number) => `${share * 100}%`

/** Positions are fractions, so it fits any width, and print, without being measured. */
export const ScoreChart = ({ label, lines, xTicks, yTicks, ownText }: ScoreChartProps) => {
  const [active, setActive] = useState<ChartLine['key'] | null>(null)
  const styledLines = withStyles(lines, active)
  // The most important lines are drawn last, on top.
  const drawn = styledLines.toSorted((a, b) => a.style.width - b.style.width)
  return (
    <div className="@container">
      <div className="grid gap-x-8 gap-y-4 @3xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[16rem_1.5rem] pt-2 text-xs tabular-nums text-muted">
          <YAxis ticks={yTicks} />
          <svg
            role="img"
            aria-label={label}
            viewBox={`0 0 ${unit} ${unit}`}
            preserveAspectRatio="none"
            className="col-start-2 row-start-1 block size-full overflow-visible"
          >
            <Grid yTicks={yTicks} />
            {drawn.map(({ line, style }) => (
              <path
                key={line.key}
                d={toPath(line)}
                fill="none"
                vectorEffect="non-scaling-stroke"
                {...getStrokeProps(style)}
              />
            ))}
          </svg>
          <Marks lines={styledLines} ownText={ownText} />
          <XAxis ticks={xTicks} />
        </div>
        <Legend lines={styledLines} ownText={ownText} onActive={setActive} />
      </div>
    </div>
  )
}

interface StyledLinesProps {
  lines: readonly StyledLine[]
  ownText: string
}

interface LegendProps extends StyledLinesProps {
  onActive: (key: ChartLine['key'] | null) => void
}

/** The marks at the ends of the lines, connected to them where they had to move apart. */
const Marks = ({ lines, ownText }: StyledLinesProps) => (
  <div className="col-start-3 row-start-1 flex" aria-hidden>
    <svg
      viewBox={`0 0 1 ${unit}`}
      preserveAspectRatio="none"
      className="h-64 w-3 shrink-0 overflow-visible"
      aria-hidden
    >
      {lines.map(({ line, style }) => (
        <line
          key={line.key}
          x1={0}
          x2={1}
          y1={(line.points.at(-1)?.y ?? 0) * unit}
          y2={line.markAt * unit}
          vectorEffect="non-scaling-stroke"
          className={getStrokeProps(style).className}
        />
      ))}
    </svg>
    <div className="relative">
      {lines.map(({ line }) => (
        <span key={line.key} className="invisible block h-0 px-1 font-semibold whitespace-nowrap">
          {line.isOwn ? `${line.mark} ${ownText}` : line.mark}
        </span>
      ))}
      {lines.map(({ line }) => (
        <span
          key={line.key}
          style={{ top: percent(line.markAt) }}
          className={cx(
            'absolute left-0 -translate-y-1/2 px-1 leading-none whitespace-nowrap',
            line.isOwn
              ? 'rounded-chip bg-accent-soft font-semibold text-accent-text'
              : line.isLeader && 'font-semibold text-gold',
          )}
        >
          {line.isOwn ? `${line.mark} ${ownText}` : line.mark}
        </span>
      ))}
    </div>
  </div>
)

const Grid = ({ yTicks }: { yTicks: readonly ChartTick[] }) =>
  yTicks.map(({ at }) => (
    <line
      key={at}
      x1={0}
      x2={unit}
      y1={at * unit}
      y2={at * unit}
      vectorEffect="non-scaling-stroke"
      className="stroke-line"
    />
  ))

/** Invisible copies of the labels make it as wide as the widest one. */
const YAxis = ({ ticks }: { ticks: readonly ChartTick[] }) => (
  <div className="relative col-start-1 row-start-1 mr-2" aria-hidden>
    {ticks.map(({ at, text }) => (
      <span key={at} className="invisible block h-0">
        {text}
      </span>
    ))}
    {ticks.map(({ at, text }) => (
      <span key={at} style={{ top: percent(at) }} className="absolute right-0 -translate-y-1/2 leading-none">
        {text}
      </span>
    ))}
  </div>
)

/** Outer labels stay inside the plot; narrow screens hide every second label, or all but the outer ones. */
const XAxis = ({ ticks }: { ticks: readonly ChartTick[] }) => (
  <div className="relative col-start-2 row-start-2" aria-hidden>
    {ticks.map(({ at, text }, index) => (
      <span
        key={at}
        style={{ left: percent(at) }}
        className={cx(
          'absolute bottom-0 whitespace-nowrap leading-none',
          index === 0 ? '' : index === ticks.length - 1 ? '-translate-x-full' : '-translate-x-1/2',
          index % 2 === 1 ? '@max-md:hidden' : index > 0 && index < ticks.length - 1 && '@max-xs:hidden',
        )}
      >
        {text}
      </span>
    ))}
  </div>
)

const Legend = ({ lines, ownText, onActive }: LegendProps) => (
  <ul
    onPointerLeave={() => onActive(null)}
    className="grid content-start gap-x-6 text-sm @xl:@max-3xl:grid-cols-2"
  >
    {lines.map(({ line, style }) => (
      <li
        key={line.key}
        onPointerEnter={() => onActive(line.key)}
        className={cx(
          'grid min-h-6 grid-cols-[2rem_minmax(1.75rem,max-content)_minmax(0,1fr)_auto] items-center gap-x-2 rounded-chip px-1',
          line.isOwn && 'bg-accent-soft font-semibold text-accent-text',
        )}
      >
        {/* The thin lines look alike: hovering a name shows its own. */}
        <svg viewBox="0 0 32 8" className="h-2 w-8" aria-hidden>
          {style !== otherStyle && <line x1={0} x2={32} y1={4} y2={4} {...getStrokeProps(style)} />}
        </svg>
        <span className="text-right tabular-nums">{line.mark}</span>
        <span className="flex min-w-0 gap-1">
          <bdi translate="no" className="truncate" title={line.name}>
            {line.name}
          </bdi>
          {line.isOwn && <span className="shrink-0">{ownText}</span>}
        </span>
        <span className="text-right tabular-nums">{line.valueText}</span>
      </li>
    ))}
  </ul>
)
