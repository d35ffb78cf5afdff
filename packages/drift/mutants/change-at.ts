import { isObject } from '../../contract/json'

export const REMOVED = Symbol('removed')

/** Returns the new value, or `REMOVED`; the same value leaves it unchanged. */
export type Change = (value: unknown) => unknown

/**
 * Applies a change at a path such as `/rows`, where a step `*` is every list item. Returns the same value if nothing is
 * there. Breaks responses on purpose, to test the drift check.
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
  return Object.fromEntries(entries.filter(([, one]) => one !== REMOVED))
}

function changeItems(items: readonly unknown[], rest: readonly string[], change: Change): unknown {
  const after = items.map(item => changeSteps(item, rest, change))
  if (after.every((item, index) => item === items[index])) return items
  return after.filter(item => item !== REMOVED)
}

/** Like `changeAt`, but only for the last match, so that the other items stay valid. */
export function changeLastAt(value: unknown, pointer: string, change: Change): unknown {
  let locations = 0
  changeAt(value, pointer, found => {
    locations++
    return found
  })
  let seen = 0
  return changeAt(value, pointer, found => {
    seen++
    return seen === locations ? change(found) : found
  })
}

export function renameKey(value: unknown, from: string, to: string): unknown {
  if (!isObject(value) || !Object.hasOwn(value, from)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key === from ? to : key, one]))
}

/** `task_id` → `taskId`; a single word gets a suffix, so that the name always changes. */
export function camelCase(name: string): string {
  const camel = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return camel === name ? `${name}Value` : camel
}
