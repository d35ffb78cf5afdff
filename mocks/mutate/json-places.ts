import { isObject } from '../../scripts/lib/json'

/** Stands for a value that is taken away. */
export const gone = Symbol('gone')

/** Returns the value in its place, or `gone`; an equal one changes nothing. */
export type Change = (value: unknown) => unknown

/**
 * Applies a change at a pointer (`/name`, or with `*` for every item of a list) and returns the new value; the
 * same value when no such place is there.
 */
export function changeAt(value: unknown, pointer: string, change: Change): unknown {
  return changeSteps(value, pointer.split('/').slice(1), change)
}

function changeSteps(value: unknown, steps: readonly string[], change: Change): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return change(value)
  if (step === '*') return Array.isArray(value) ? changeItems(value, rest, change) : value
  if (!isObject(value) || !Object.hasOwn(value, step)) return value
  const before = value[step]
  const after = changeSteps(before, rest, change)
  if (after === before) return value
  const entries = Object.entries(value).map(([key, old]) => [key, key === step ? after : old] as const)
  return Object.fromEntries(entries.filter(([, one]) => one !== gone))
}

function changeItems(items: readonly unknown[], rest: readonly string[], change: Change): unknown {
  const after = items.map(item => changeSteps(item, rest, change))
  if (after.every((item, index) => item === items[index])) return items
  return after.filter(item => item !== gone)
}

/** The same for one place alone: the last that `changeAt` would come to where there are several. */
export function changeOneAt(value: unknown, pointer: string, change: Change): unknown {
  let places = 0
  changeAt(value, pointer, found => {
    places++
    return found
  })
  let seen = 0
  return changeAt(value, pointer, found => {
    seen++
    return seen === places ? change(found) : found
  })
}

/** Renames a key, keeping its place among the others. */
export function renameKey(value: unknown, from: string, to: string): unknown {
  if (!isObject(value) || !Object.hasOwn(value, from)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key === from ? to : key, one]))
}

/** `task_id` → `taskId`; a name of one word gets a word more. */
export function camelCase(name: string): string {
  const camel = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return camel === name ? `${name}Value` : camel
}
