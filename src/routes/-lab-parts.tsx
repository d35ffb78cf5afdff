import type { ComponentType } from 'react'
import { useSession } from '../api/use-session'
import { lazyPart } from '../i18n/lazy-part'
import { userKey } from '../lib/user-key'
import { SectionBoundary } from '../ui/section-boundary'

/** A part that few minutes of a visit need: its code and words come after the page, and its failure costs only itself. */
const labPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const Part = lazyPart(load, 'lab')
  return (props: Props) => (
    <SectionBoundary failed={() => null}>
      <Part {...props} />
    </SectionBoundary>
  )
}

export const LabPill = labPart(() => import('../features/lab-pill/lab-pill').then(part => part.LabPill))

export const LabBanner = labPart(() => import('../features/lab-pill/lab-banner').then(part => part.LabBanner))

export const LabLogoutWarning = labPart(() =>
  import('../features/lab-pill/lab-logout-warning').then(part => part.LabLogoutWarning),
)

const Watch = labPart(() => import('../features/lab-pill/lab-watch').then(part => part.LabWatch))

/** Watches the running lab of whoever is signed in; mounted once, above the pages. */
export const LabWatch = () => {
  const { user } = useSession()
  return user && <Watch key={userKey(user)} userId={userKey(user)} />
}
