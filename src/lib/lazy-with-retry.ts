import { useEffect, useState } from 'react'

interface LazyWithRetry<Value> {
  /** Starts loading; after a rejection the next call tries again. */
  preload: () => Promise<unknown>
  /** Throws a failure, after `beforeThrow`, to the nearest error boundary; the next mount loads again. */
  useLazy: (beforeThrow?: (failure: unknown) => Promise<unknown>) => Value | undefined
}

/** Loads a value when it is first rendered. Unlike `React.lazy`, a failed load can be retried. */
export const lazyWithRetry = <Value>(load: () => Promise<Value>): LazyWithRetry<Value> => {
  let loaded: { value: Value } | null = null
  let pending: Promise<unknown> | null = null
  const preload = (): Promise<unknown> => {
    pending ??= load().then(
      value => {
        loaded = { value }
      },
      error => {
        pending = null
        throw error
      },
    )
    return pending
  }
  const useLazy: LazyWithRetry<Value>['useLazy'] = settle => {
    const [outcome, setOutcome] = useState<{ failure?: unknown } | null>(loaded && {})
    // biome-ignore lint/correctness/useExhaustiveDependencies: it is fetched once for each mount.
    useEffect(() => {
      if (loaded) return
      let isShown = true
      const update = (next: { failure?: unknown }) => isShown && setOutcome(next)
      preload().then(
        () => update({}),
        async (failure: unknown) => {
          await settle?.(failure)
          update({ failure })
        },
      )
      return () => {
        isShown = false
      }
    }, [])
    if (outcome && 'failure' in outcome) throw outcome.failure
    return loaded?.value
  }
  return { preload, useLazy }
}
