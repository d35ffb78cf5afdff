import { lazyPart } from '../i18n/lazy-part'

/** What administrators exchange with the LMS, in a tab of the group; few people open it. */
export const LmsTab = lazyPart(
  () => import('../features/lms-sync/lms-panel').then(part => part.LmsPanel),
  'lms',
)
