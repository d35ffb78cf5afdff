import type { ComponentType, ReactNode } from 'react'
import { lazyWithRetry } from '../lib/lazy-with-retry'
import { staleChunks } from '../lib/stale-chunks'
import { ErrorBoundary } from '../ui/error-boundary'
import { loadMessages, type Namespace } from './init'

export type LazyComponent<Props> = ComponentType<Props & { pending?: ReactNode }> & {
  /** Loads code and messages; after a failure the next call tries again. */
  preload: () => Promise<unknown>
}

/** Like `React.lazy`, with locale namespaces, `pending` and a retry by the nearest `ErrorBoundary`. */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...names: Namespace[]
): LazyComponent<Props> => {
  const { preload, useLazy } = lazyWithRetry(async () => {
    const [component] = await Promise.all([load(), loadMessages(...names)])
    return component
  })
  const Lazy = ({ pending, ...props }: Props & { pending?: ReactNode }) => {
    // A chunk that a deployment has removed may cause a reload instead of an error.
    const Loaded = useLazy(staleChunks.handleError)
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : pending
  }
  return Object.assign(Lazy, { preload })
}

/** A lazy component that renders nothing while it loads or if it fails: the page works without it. */
export const lazyOptional = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...namespaces: Namespace[]
) => {
  const Component = lazyComponent(load, ...namespaces)
  return (props: Props) => (
    <ErrorBoundary fallback={() => null}>
      <Component {...props} />
    </ErrorBoundary>
  )
}
