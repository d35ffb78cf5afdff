import { useEffect, useState } from 'react'

interface Late<Value> {
  /** Fetches it; rejects when it does not come, and the next call tries again. */
  preload: () => Promise<unknown>
  /**
   * It, once it is there. A failure is thrown for the nearest boundary, and the next mount asks anew.
   * @param settle awaited before the failure is thrown
   */
  useLate: (settle?: (failure: unknown) => Promise<unknown>) => Value | undefined
}

/** Something of the application that is fetched when it is first shown. `React.lazy` would keep a failure for ever. */
export const late = <Value>(load: () => Promise<Value>): Late<Value> => {
  let loaded: { value: Value } | null = null
  let coming: Promise<unknown> | null = null
  const preload = (): Promise<unknown> => {
    coming ??= load().then(
      value => {
        loaded = { value }
      },
      error => {
        coming = null
        throw error
      },
    )
    return coming
  }
  const useLate: Late<Value>['useLate'] = settle => {
    const [outcome, setOutcome] = useState<{ failure?: unknown } | null>(loaded && {})
    // biome-ignore lint/correctness/useExhaustiveDependencies: it is fetched once for each mount.
    useEffect(() => {
      if (loaded) return
      let isShown = true
      const tell = (next: { failure?: unknown }) => isShown && setOutcome(next)
      preload().then(
        () => tell({}),
        async (failure: unknown) => {
          await settle?.(failure)
          tell({ failure })
        },
      )
      return () => {
        isShown = false
      }
    }, [])
    if (outcome && 'failure' in outcome) throw outcome.failure
    return loaded?.value
  }
  return { preload, useLate }
}
