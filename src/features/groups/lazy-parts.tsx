import { getAccessDeniedReason } from '../../api/access-denied-reason'
import { lazyComponent } from '../../i18n/lazy-component'

/** The administrator's parts of a group page. Lazy: few users administer a group. */
export const LazyGroupAdmin = lazyComponent(
  () => import('./group-admin').then(part => part.GroupAdmin),
  'teaching',
)

/** For the home page. */
export const LazyGroupNumbers = lazyComponent(
  () => import('./group-admin').then(part => part.GroupNumbers),
  'teaching',
)

export const LazyCategoryActions = lazyComponent(
  () => import('./category-visibility').then(part => part.CategoryActions),
  'teaching',
)

export const LazyCategoryChangeNote = lazyComponent(
  () => import('./category-visibility').then(part => part.CategoryChangeNote),
  'teaching',
)

/** For loaders, so that the parts are there with the page. Never rejects. */
export const preloadGroupAdmin = async (): Promise<void> => {
  const parts = [LazyGroupAdmin, LazyCategoryActions, LazyCategoryChangeNote]
  await Promise.allSettled(parts.map(part => part.preload()))
}

/** Lazy: few users ever see it. */
export const LazyAccessDeniedPage = lazyComponent(
  () => import('./group-access-denied').then(part => part.GroupAccessDeniedPage),
  'groups',
)

/** Preloads the page before it renders, so its heading can take focus. Never rejects. */
export const preloadAccessDenied = async (error: unknown): Promise<void> => {
  if (getAccessDeniedReason(error)) await LazyAccessDeniedPage.preload().catch(() => {})
}
