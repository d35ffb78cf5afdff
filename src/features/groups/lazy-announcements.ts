import type { Group } from '../../api/responses'
import { lazyComponent } from '../../i18n/lazy-component'

/** Lazy: few groups have any. */
export const LazyAnnouncements = lazyComponent(() =>
  import('./announcements').then(part => part.Announcements),
)

export const hasAnnouncements = ({ announcements }: Group): boolean =>
  Array.isArray(announcements) && announcements.length > 0
