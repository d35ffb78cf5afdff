import { lazyComponent } from '../../i18n/lazy-component'
import { drafts } from '../../lib/drafts'
import type { UserKey } from '../../lib/user'

export const FlagBar = lazyComponent(async () => (await import('./flag-bar')).FlagBar, 'task')

/** Whether a field of this tab has a flag that was not sent: `flag.1.101`. */
export const hasUnsentFlags = (user: UserKey): boolean =>
  drafts.fields(user).some(field => /^flag\.\d+\.\d+$/.test(field))
