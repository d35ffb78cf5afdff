import type { ReactNode } from 'react'
import { Breadcrumbs } from '../../ui/breadcrumbs'
import { PageFrame } from './page-frame'

/**
 * The frame of login, registration and password pages. The empty breadcrumbs align their titles with those of
 * other pages.
 */
export const GuestFrame = ({ children }: { children: ReactNode }) => (
  <PageFrame width="narrow" trail={<Breadcrumbs label="" items={[]} className="max-md:hidden" />}>
    {children}
  </PageFrame>
)
