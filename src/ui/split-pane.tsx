import type { KeyboardEvent, PointerEvent } from 'react'
import { cx } from './cx'

export type SplitHandleProps = {
  /** The pane is to the right of the handle, not below it. */
  isVertical?: boolean
  /** The height or width of the pane, in percent of the window. */
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  label: string
  valueText: string
  /** The id of the pane. */
  controls: string
}

const STEP_PERCENT = 5

/** The resize handle of a bottom or right pane: dragged, or moved by arrow keys, Page Up, Page Down, Home and End. */
export function SplitHandle({
  isVertical = false,
  value,
  min: least,
  max: most,
  onChange,
  label,
  valueText,
  controls,
}: SplitHandleProps) {
  const change = (next: number) => onChange(Math.min(most, Math.max(least, Math.round(next))))
  const steps = new Map([
    [isVertical ? 'ArrowLeft' : 'ArrowUp', value + STEP_PERCENT],
    [isVertical ? 'ArrowRight' : 'ArrowDown', value - STEP_PERCENT],
    ['PageUp', value + 4 * STEP_PERCENT],
    ['PageDown', value - 4 * STEP_PERCENT],
    ['Home', least],
    ['End', most],
  ])
  const press = (event: KeyboardEvent) => {
    const next = steps.get(event.key)
    if (next === undefined) return
    event.preventDefault()
    change(next)
  }
  const drag = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const share = isVertical ? event.clientX / window.innerWidth : event.clientY / window.innerHeight
    change((1 - share) * 100)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a resizable separator has a value, which <hr> does not.
    <div
      role="separator"
      aria-orientation={isVertical ? 'vertical' : 'horizontal'}
      aria-label={label}
      aria-controls={controls}
      aria-valuenow={value}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuetext={valueText}
      tabIndex={0}
      className={cx(
        'group/split absolute flex touch-none items-center justify-center rounded-full',
        isVertical
          ? 'inset-y-0 -left-3 my-auto h-40 w-6 cursor-col-resize'
          : 'inset-x-0 -top-3 mx-auto h-6 w-40 cursor-row-resize',
      )}
      onKeyDown={press}
      // Otherwise an iframe under the pointer would receive the events.
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    >
      <span
        className={cx(
          'rounded-full bg-control group-hover/split:bg-accent',
          isVertical ? 'h-24 w-1' : 'h-1 w-24',
        )}
      />
    </div>
  )
}
