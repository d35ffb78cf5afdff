import type { ComponentType } from 'react'
import { ErrorBoundary } from '../ui/error-boundary'
import type { Namespace } from './init'
import { lazyComponent } from './lazy-component'

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
