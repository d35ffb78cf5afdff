import { lazyComponent } from '../../i18n/lazy-component'

/** Lazy: few users ever see it. */
export const LazyVerifyPage = lazyComponent(
  () => import('./verify-page').then(part => part.VerifyPage),
  'verify',
)
