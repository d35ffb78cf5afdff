import { startTransition, useEffect, useState } from 'react'
import { clock } from './clock'

/** More than one screen of rows or cards: what a click draws before anything is painted. */
const first = 40

/** A few screens more, drawn in so short a moment that a key pressed meanwhile is not kept waiting. */
const step = 50

/** The first of a list at once, the rest by and by: how far that is, begun anew whenever the key changes. */
const useGradualEnd = (total: number, key: unknown, whole: number): number => {
  const [kept, setKept] = useState({ key, end: whole })
  let now = kept
  if (!Object.is(kept.key, key)) {
    now = { key, end: first }
    setKept(now)
  }
  const { end } = now
  useEffect(() => {
    if (end >= total) return
    return clock.after(0, () => startTransition(() => setKept({ key, end: end + step })))
  }, [end, total, key])
  return end
}

/**
 * How many of so many rows or cards stand in the page yet: those of the first screen at once, the rest by and by. A
 * thousand in one piece would let a click wait for a second or two (reliability M01). With another key, such as other
 * filters, it begins again.
 */
export const useGradualCount = (total: number, key?: unknown): number =>
  Math.min(useGradualEnd(total, key, first), total)

/**
 * A value that every row is drawn with, such as the language: when it changes, those above have it at once and the rest
 * by and by. Gives the value of a row by its index.
 */
export const useGradualValue = <Value>(value: Value, total: number): ((index: number) => Value) => {
  const [values, setValues] = useState({ now: value, before: value })
  let shown = values
  if (!Object.is(values.now, value)) {
    shown = { now: value, before: values.now }
    setValues(shown)
  }
  const end = useGradualEnd(total, value, Number.POSITIVE_INFINITY)
  return index => (index < end ? shown.now : shown.before)
}
