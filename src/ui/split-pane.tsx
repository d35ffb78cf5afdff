import type { KeyboardEvent, PointerEvent } from 'react'

export type SplitHandleProps = {
  /** The height of the pane below the handle, in percent of the window. */
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

/** The resize handle of a bottom pane: dragged, or moved by arrow keys, Page Up, Page Down, Home and End. */
export function SplitHandle({
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
    ['ArrowUp', value + STEP_PERCENT],
    ['ArrowDown', value - STEP_PERCENT],
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
    if (event.currentTarget.hasPointerCapture(event.pointerId))
      change((1 - event.clientY / window.innerHeight) * 100)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a resizable separator has a value, which <hr> does not.
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label={label}
      aria-controls={controls}
      aria-valuenow={value}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuetext={valueText}
      tabIndex={0}
      className="group/split absolute inset-x-0 -top-3 mx-auto flex h-6 w-40 cursor-row-resize rounded-full touch-none items-center justify-center"
      onKeyDown={press}
      // Otherwise an iframe under the pointer would receive the events.
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    >
      <span className="h-1 w-24 rounded-full bg-control group-hover/split:bg-accent" />
    </div>
  )
}
