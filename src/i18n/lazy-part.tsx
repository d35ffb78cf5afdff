import type { ComponentType, ReactNode } from 'react'
import { late } from '../lib/late'
import { staleChunks } from '../lib/stale-chunks'
import { loadTexts, type Namespace } from './init'

/** A component whose code and words come when it is wanted. */
export type LazyPart<Props> = ComponentType<Props & { pending?: ReactNode }> & {
  /** Fetches code and words; rejects when one of them does not come, and the next call tries again. */
  preload: () => Promise<unknown>
}

/**
 * A part of the screen whose code and words are fetched when it is first shown, or earlier by `preload`. `pending` stands
 * in until then. A failure is thrown for the nearest `SectionBoundary`, whose retry asks anew.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...names: Namespace[]
): LazyPart<Props> => {
  const { preload, useLate } = late(async () => {
    const [component] = await Promise.all([load(), loadTexts(...names)])
    return component
  })
  const Part = ({ pending, ...props }: Props & { pending?: ReactNode }) => {
    // A file that a deployment took away may come by a reload, and then nothing is shown.
    const Loaded = useLate(staleChunks.settle)
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : pending
  }
  return Object.assign(Part, { preload })
}
