import { useEffect, useRef, useState } from 'react'
import { afterPaint } from './after-paint'
import { useIsUnmounted } from './use-is-unmounted'

/**
 * A value stored elsewhere, such as in the URL: a choice is shown at once and stored after the next paint, because
 * updating a long page takes a moment. Of several quick choices only the last is stored.
 */
export const useOptimisticValue = <Value>(
  stored: Value,
  store: (value: Value) => void,
): [shown: Value, choose: (value: Value) => void] => {
  const [pending, setPending] = useState<{ value: Value; replaces: Value } | null>(null)
  const latest = useRef<{ store: typeof store; choice?: object }>({ store })
  // The URL belongs to the next page by then.
  const isUnmounted = useIsUnmounted()
  useEffect(() => {
    latest.current.store = store
  })
  const choose = (value: Value) => {
    const choice = { value, replaces: stored }
    latest.current.choice = choice
    setPending(choice)
    afterPaint(() => {
      if (latest.current.choice === choice && !isUnmounted()) latest.current.store(value)
    })
  }
  return [pending && Object.is(pending.replaces, stored) ? pending.value : stored, choose]
}
