import type { KeyboardEvent, PointerEvent } from 'react'

export type SplitHandleProps = {
  /** The share of the window that the pane below the handle has, in percent. */
  value: number
  least: number
  most: number
  /** While it is moved. */
  onChange: (value: number) => void
  label: string
  valueText: string
  /** The id of the pane. */
  controls: string
}

const step = 5

/** The upper edge of a pane at the bottom of the window: moved by pointer, arrow keys, Home and End. */
export function SplitHandle({ value, least, most, onChange, label, valueText, controls }: SplitHandleProps) {
  const change = (next: number) => onChange(Math.min(most, Math.max(least, Math.round(next))))
  const steps = new Map([
    ['ArrowUp', value + step],
    ['ArrowDown', value - step],
    ['PageUp', value + 4 * step],
    ['PageDown', value - 4 * step],
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
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved is a separator with a value, which <hr> is not.
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
      // A frame beside it would take the pointer away otherwise.
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    >
      <span className="h-1 w-24 rounded-full bg-control group-hover/split:bg-accent" />
    </div>
  )
}
