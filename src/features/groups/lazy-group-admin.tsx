import { lazyComponent } from '../../i18n/lazy-component'

/** The administrator's parts of a group page. Lazy: few users administer a group. */
export const LazyGroupAdmin = lazyComponent(
  () => import('./group-admin').then(part => part.GroupAdmin),
  'teaching',
)

export const LazyGroupAdminActions = lazyComponent(
  () => import('./group-admin').then(part => part.GroupAdminActions),
  'teaching',
)

export const LazyStudentViewNotice = lazyComponent(
  () => import('./group-admin').then(part => part.StudentViewNotice),
  'teaching',
)

/** For the home page. */
export const LazyGroupNumbers = lazyComponent(
  () => import('./group-admin').then(part => part.GroupNumbers),
  'teaching',
)

export const LazyCategoryActions = lazyComponent(
  () => import('./visibility').then(part => part.CategoryActions),
  'teaching',
)

export const LazyCategoryChangeNote = lazyComponent(
  () => import('./visibility').then(part => part.CategoryChangeNote),
  'teaching',
)

export const LazyVisibilitySwitch = lazyComponent(() =>
  import('./visibility').then(part => part.VisibilitySwitch),
)

/** For loaders, so that the parts are there with the page. Never rejects. */
export const preloadGroupAdmin = async (): Promise<void> => {
  const parts = [
    LazyGroupAdmin,
    LazyGroupAdminActions,
    LazyCategoryActions,
    LazyCategoryChangeNote,
    LazyVisibilitySwitch,
  ]
  await Promise.allSettled(parts.map(part => part.preload()))
}
