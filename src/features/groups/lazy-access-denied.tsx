import { getAccessDeniedReason } from '../../api/access-denied-reason'
import { lazyComponent } from '../../i18n/lazy-component'

/** Lazy: few users ever see it. */
export const LazyAccessDeniedPage = lazyComponent(
  () => import('./group-access-denied').then(part => part.GroupAccessDeniedPage),
  'groups',
)

/** Preloads the page before it renders, so its heading can take focus. Never rejects. */
export const preloadAccessDenied = async (error: unknown): Promise<void> => {
  if (getAccessDeniedReason(error)) await LazyAccessDeniedPage.preload().catch(() => {})
}
