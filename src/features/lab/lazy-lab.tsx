import { useSession } from '../../api/use-session'
import { lazyOptional } from '../../i18n/lazy-component'
import { userKey } from '../../lib/user'

export const LabPill = lazyOptional(() => import('./running-lab').then(part => part.LabPill), 'lab')

export const LabBanner = lazyOptional(() => import('./running-lab').then(part => part.LabBanner), 'lab')

export const LabLogoutWarning = lazyOptional(
  () => import('./running-lab').then(part => part.LabLogoutWarning),
  'lab',
)

const Poller = lazyOptional(() => import('./lab-polling').then(part => part.LabPoller), 'lab')

/** Polls the running lab of the user; mounted once outside the pages. */
export const LabPolling = () => {
  const { user } = useSession()
  return user && <Poller key={userKey(user)} userId={userKey(user)} />
}
