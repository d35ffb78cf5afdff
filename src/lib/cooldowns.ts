import { useMemo, useReducer, useSyncExternalStore } from 'react'
import { clock } from './clock'
import { useInterval } from './hooks'
import { createListeners } from './listeners'

/** Actions with a pause before the next one. */
export type CooldownName = 'verifyEmail' | 'resetPassword' | 'loginEmail' | 'registrationEmail'

/** Between two emails of the same kind. */
export const EMAIL_COOLDOWN_SECONDS = 60

const ends = new Map<CooldownName, number>()
const listeners = createListeners()

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

/** Whole seconds until a moment of monotonic time: the wall clock may be set back. */
const useSecondsUntil = (end: number): number => {
  const [, update] = useReducer((count: number) => count + 1, 0)
  const seconds = getSecondsUntil(end)
  useInterval(seconds === 0 ? null : 1000, update, end)
  return seconds
}

const getSecondsUntil = (end: number): number => Math.max(0, Math.ceil((end - clock.elapsed()) / 1000))

/** Seconds until the action is allowed; 0 when it is. */
export const useCooldown = (name: CooldownName): number => {
  const end = useSyncExternalStore(
    listeners.subscribe,
    () => ends.get(name) ?? 0,
    () => 0,
  )
  return useSecondsUntil(end)
}

/** Seconds left of a failure's Retry-After; 0 unless it is an `ApiError` with one. */
export const useRetryAfter = (failure: unknown): number => {
  const end = useMemo(() => {
    const seconds = (failure as { retryAfter?: number } | null | undefined)?.retryAfter ?? 0
    return clock.elapsed() + seconds * 1000
  }, [failure])
  return useSecondsUntil(end)
}
