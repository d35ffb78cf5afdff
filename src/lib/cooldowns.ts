import { useEffect, useState } from 'react'
import { clock } from './clock'
import { createListeners } from './store'

/** Actions with a pause before the next one. */
export type CooldownName = 'verifyEmail' | 'resetPassword' | 'loginEmail' | 'registrationEmail'

/** Between two emails of the same kind. */
export const EMAIL_COOLDOWN_SECONDS = 60

const ends = new Map<CooldownName, number>()
const listeners = createListeners()

const secondsLeft = (name: CooldownName): number =>
  Math.max(0, Math.ceil(((ends.get(name) ?? 0) - clock.elapsed()) / 1000))

/** Starts a pause; it counts down in every component that shows it. */
export const startCooldown = (name: CooldownName, seconds: number = EMAIL_COOLDOWN_SECONDS): void => {
  ends.set(name, clock.elapsed() + seconds * 1000)
  listeners.emit()
}

/** Called when the user changes, and between tests. */
export const clearCooldowns = (): void => {
  ends.clear()
  listeners.emit()
}

/** Whole seconds until the action is allowed; 0 when it is. */
export const useCooldown = (name: CooldownName): number => {
  const [left, setLeft] = useState(() => secondsLeft(name))
  useEffect(() => {
    let stop = () => {}
    const update = () => {
      stop()
      setLeft(secondsLeft(name))
      if (secondsLeft(name) === 0) return
      stop = clock.every(1000, () => {
        setLeft(secondsLeft(name))
        if (secondsLeft(name) === 0) stop()
      })
    }
    update()
    const unsubscribe = listeners.subscribe(update)
    return () => {
      stop()
      unsubscribe()
    }
  }, [name])
  return left
}

/** Seconds left of a failure's Retry-After; 0 without one. */
export const useRetryAfter = (failure: { retryAfter?: number | undefined } | null): number => {
  const seconds = failure?.retryAfter ?? 0
  const [left, setLeft] = useState(Math.ceil(seconds))
  useEffect(() => {
    // Monotonic: the wall clock may be set back.
    const end = clock.elapsed() + seconds * 1000
    const rest = () => Math.max(0, Math.ceil((end - clock.elapsed()) / 1000))
    setLeft(rest())
    if (!failure || seconds <= 0) return
    const stop = clock.every(1000, () => {
      setLeft(rest())
      if (rest() === 0) stop()
    })
    return stop
  }, [failure, seconds])
  return left
}
