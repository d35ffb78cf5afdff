import type { ReactNode } from 'react'
import { PageFrame } from './page-frame'

/** The frame of the ways in. */
export const GuestFrame = ({ children }: { children: ReactNode }) => (
  <PageFrame width="narrow">{children}</PageFrame>
)
