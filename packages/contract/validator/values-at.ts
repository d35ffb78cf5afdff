import { isObject, listAt, pointerSteps } from '../json'

const knownSteps = new Map<string, readonly string[]>()

/** Each rule of a contract is checked for many values. */
export function stepsOf(pointer: string): readonly string[] {
  const known = knownSteps.get(pointer)
  if (known) return known
  const steps = pointerSteps(pointer)
  knownSteps.set(pointer, steps)
  return steps
}

/** The values at a pointer without those that are absent or null. */
export function valuesAt(value: unknown, pointer: string): unknown[] {
  let values: unknown[] = [value]
  for (const step of stepsOf(pointer)) {
    const inside: unknown[] = []
    for (const one of values) {
      if (step !== '*' && isObject(one) && Object.hasOwn(one, step)) inside.push(one[step])
      if (step === '*') for (const item of listAt(one)) inside.push(item)
    }
    values = inside
  }
  return values.filter(one => one !== null && one !== undefined)
}
