import { useEffect, useRef, useState } from 'react'
import { afterPaint } from './after-paint'
import { useIsUnmounted } from './use-is-unmounted'

/**
 * A choice that is kept outside, such as in the address: what was chosen shows at once and is kept after the next paint, for
 * a page of a thousand rows takes a moment to follow. Of choices that come one upon the other only the last one is kept.
 */
export const useEarlyValue = <Value>(
  kept: Value,
  keep: (value: Value) => void,
): [shown: Value, choose: (value: Value) => void] => {
  const [early, setEarly] = useState<{ value: Value; over: Value } | null>(null)
  const latest = useRef<{ keep: typeof keep; choice?: object }>({ keep })
  // A page that is gone has no address to change.
  const isGone = useIsUnmounted()
  useEffect(() => {
    latest.current.keep = keep
  })
  const choose = (value: Value) => {
    const choice = { value, over: kept }
    latest.current.choice = choice
    setEarly(choice)
    afterPaint(() => {
      if (latest.current.choice === choice && !isGone()) latest.current.keep(value)
    })
  }
  return [early && Object.is(early.over, kept) ? early.value : kept, choose]
}
