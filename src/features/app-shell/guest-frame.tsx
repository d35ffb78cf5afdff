import type { ReactNode } from 'react'
import { Breadcrumbs } from '../../ui/breadcrumbs'
import { PageFrame } from './page-frame'

/** The frame of the ways in. In a wide window their titles stand as high as those of pages with breadcrumbs. */
export const GuestFrame = ({ children }: { children: ReactNode }) => (
  <PageFrame width="narrow" trail={<Breadcrumbs label="" items={[]} className="max-md:hidden" />}>
    {children}
  </PageFrame>
)
