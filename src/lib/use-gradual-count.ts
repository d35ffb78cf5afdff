import { startTransition, useEffect, useState } from 'react'
import { clock } from './clock'

/** More than one screen; rendered at once. */
const INITIAL_COUNT = 40

/** A few screens, rendered fast enough to keep the page responsive. */
const STEP_COUNT = 50

/** Grows in steps; restarts when the key changes. */
const useGradualEnd = (total: number, key: unknown, whole: number): number => {
  const [state, setState] = useState({ key, end: whole })
  let current = state
  if (!Object.is(state.key, key)) {
    current = { key, end: INITIAL_COUNT }
    setState(current)
  }
  const { end } = current
  useEffect(() => {
    if (end >= total) return
    return clock.after(0, () => startTransition(() => setState({ key, end: end + STEP_COUNT })))
  }, [end, total, key])
  return end
}

/**
 * How many rows to render: the first screen at once, the rest in steps, because rendering a thousand at once blocks
 * input for a second or two (M01). Restarts when the key changes, for example by a filter.
 */
export const useGradualCount = (total: number, key?: unknown): number =>
  Math.min(useGradualEnd(total, key, INITIAL_COUNT), total)

/**
 * A value of every row, such as the language: on a change the first rows get it at once, the rest in steps. Returns the
 * value of a row by index.
 */
export const useGradualValue = <Value>(value: Value, total: number): ((index: number) => Value) => {
  const [values, setValues] = useState({ current: value, before: value })
  let shown = values
  if (!Object.is(values.current, value)) {
    shown = { current: value, before: values.current }
    setValues(shown)
  }
  const end = useGradualEnd(total, value, Number.POSITIVE_INFINITY)
  return index => (index < end ? shown.current : shown.before)
}
