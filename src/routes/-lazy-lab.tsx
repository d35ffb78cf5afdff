import { useSession } from '../api/use-session'
import { userKey } from '../lib/user-key'
import { lazyOptional } from './-lazy-optional'

export const LabPill = lazyOptional(
  () => import('../features/lab-pill/lab-pill').then(part => part.LabPill),
  'lab',
)

export const LabBanner = lazyOptional(
  () => import('../features/lab-pill/lab-banner').then(part => part.LabBanner),
  'lab',
)

export const LabLogoutWarning = lazyOptional(
  () => import('../features/lab-pill/lab-logout-warning').then(part => part.LabLogoutWarning),
  'lab',
)

const Poller = lazyOptional(
  () => import('../features/lab-pill/lab-poller').then(part => part.LabPoller),
  'lab',
)

/** Polls the running lab of the user; mounted once outside the pages. */
export const LabPolling = () => {
  const { user } = useSession()
  return user && <Poller key={userKey(user)} userId={userKey(user)} />
}
