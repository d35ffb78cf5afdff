import { useEffect, useState } from 'react'
import { clock } from './clock'

/** What may be asked for again only after a pause. */
export type CooldownName = 'verifyEmail' | 'resetPassword' | 'loginLetter' | 'registrationLetter'

/** Seconds between two letters of one kind (ux §6). */
export const letterPause = 60

const ends = new Map<CooldownName, number>()
const listeners = new Set<() => void>()

const secondsLeft = (name: CooldownName): number =>
  Math.max(0, Math.ceil(((ends.get(name) ?? 0) - clock.elapsed()) / 1000))

/** Begins a pause, in seconds; every place that shows it counts down, on this page and on the next. */
export const startCooldown = (name: CooldownName, seconds: number = letterPause): void => {
  ends.set(name, clock.elapsed() + seconds * 1000)
  for (const listener of listeners) listener()
}

/** Ends all pauses: another person may be here (also between tests). */
export const clearCooldowns = (): void => {
  ends.clear()
  for (const listener of listeners) listener()
}

/** Whole seconds until the action may be taken again; 0 when it may. */
export const useCooldown = (name: CooldownName): number => {
  const [left, setLeft] = useState(() => secondsLeft(name))
  useEffect(() => {
    let stop = () => {}
    const follow = () => {
      stop()
      setLeft(secondsLeft(name))
      if (secondsLeft(name) === 0) return
      stop = clock.every(1000, () => {
        setLeft(secondsLeft(name))
        if (secondsLeft(name) === 0) stop()
      })
    }
    follow()
    listeners.add(follow)
    return () => {
      stop()
      listeners.delete(follow)
    }
  }, [name])
  return left
}
