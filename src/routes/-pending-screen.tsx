import type { ReactNode } from 'react'
import { PendingPage } from '../features/app-shell/pending-page'
import { Framed } from './-framed'

/** What stands while a page is on its way. A route may say in words what is awaited. */
export const PendingScreen = ({ children }: { children?: ReactNode }) => (
  <Framed>{children ?? <PendingPage />}</Framed>
)
