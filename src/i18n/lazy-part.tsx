import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { staleChunks } from '../lib/stale-chunks'
import { loadTexts, type Namespace } from './init'

/** A component whose code and words come when it is wanted. */
export type LazyPart<Props> = ComponentType<Props & { pending?: ReactNode }> & {
  /** Fetches code and words; rejects when one of them does not come, and the next call tries again. */
  preload: () => Promise<unknown>
}

/**
 * A part of the screen whose code and words are fetched when it is first shown, or earlier by `preload`. `pending` stands
 * in until then. A failure is thrown for the nearest `SectionBoundary`, whose retry asks anew; `React.lazy` never would.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...names: Namespace[]
): LazyPart<Props> => {
  let loaded: ComponentType<Props> | null = null
  let coming: Promise<unknown> | null = null
  const preload = (): Promise<unknown> => {
    coming ??= Promise.all([load(), loadTexts(...names)]).then(
      ([component]) => {
        loaded = component
      },
      error => {
        coming = null
        throw error
      },
    )
    return coming
  }
  const Part = ({ pending, ...props }: Props & { pending?: ReactNode }) => {
    const [outcome, setOutcome] = useState<{ failure?: unknown } | null>(loaded && {})
    useEffect(() => {
      if (loaded) return
      let isShown = true
      const tell = (next: { failure?: unknown }) => isShown && setOutcome(next)
      preload().then(
        () => tell({}),
        // A file that a deployment took away may come by a reload, and then nothing is shown.
        (failure: unknown) => staleChunks.settle(failure).then(() => tell({ failure })),
      )
      return () => {
        isShown = false
      }
    }, [])
    if (outcome && 'failure' in outcome) throw outcome.failure
    const Loaded = loaded
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : pending
  }
  return Object.assign(Part, { preload })
}
