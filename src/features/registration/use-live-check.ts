import { type FocusEvent, type FormEvent, type PointerEvent, useRef, useState } from 'react'
import type { Fault, Faults } from './registration-failure'
import { checkField, type Entries, type FieldName, isFieldName, readEntries } from './registration-rules'

const nameOf = (target: EventTarget): FieldName | null =>
  target instanceof HTMLInputElement && isFieldName(target.name) ? target.name : null

const withFault = (faults: Faults, name: FieldName, fault: Fault | null): Faults => {
  const { [name]: _, ...others } = faults
  return fault ? { ...others, [name]: fault } : others
}

const recheck = (faults: Faults, name: FieldName, entries: Entries): Faults => {
  const problem = checkField(name, entries)
  return withFault(faults, name, problem && { by: 'rule', problem })
}

/**
 * Tells a field's mistake when it is left, and from then on with each letter until it is right. An empty field is told
 * of only at the end: whoever walks through the form by Tab has made no mistake yet.
 */
export const useLiveCheck = () => {
  const [faults, setFaults] = useState<Faults>({})
  const isPressed = useRef(false)
  const left = useRef<FieldName | null>(null)

  const checkLeft = (name: FieldName, form: HTMLFormElement) => {
    const entries = readEntries(new FormData(form))
    const isFilled = (field: FieldName) => entries[field] !== '' && field !== 'policy'
    setFaults(before => {
      const after = isFilled(name) ? recheck(before, name, entries) : before
      // A password changed afterwards may no longer fit its confirmation.
      return name === 'password' && isFilled('confirmation') ? recheck(after, 'confirmation', entries) : after
    })
  }

  const handlers = {
    onInput: (event: FormEvent<HTMLFormElement>) => {
      const name = nameOf(event.target)
      if (!name) return
      const entries = readEntries(new FormData(event.currentTarget))
      setFaults(before => {
        const after = before[name] ? recheck(before, name, entries) : before
        return name === 'password' && before.confirmation ? recheck(after, 'confirmation', entries) : after
      })
    },
    // A message that appears between press and release would push the pressed button from under the pointer.
    onPointerDown: (event: PointerEvent<HTMLFormElement>) => {
      isPressed.current = event.isPrimary
    },
    onPointerCancel: () => {
      isPressed.current = false
    },
    onKeyDown: () => {
      isPressed.current = false
    },
    onBlur: (event: FocusEvent<HTMLFormElement>) => {
      const name = nameOf(event.target)
      if (!name) return
      if (isPressed.current) left.current = name
      else checkLeft(name, event.currentTarget)
    },
    onClick: (event: { currentTarget: HTMLFormElement }) => {
      isPressed.current = false
      if (left.current) checkLeft(left.current, event.currentTarget)
      left.current = null
    },
  }
  return { faults, setFaults, handlers }
}
