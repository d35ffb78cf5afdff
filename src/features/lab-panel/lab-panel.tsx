import type { ReactNode } from 'react'
import type { Task } from '../../api/schema.gen'

interface LabPanelProps {
  task: Task
  /** Opens the terminal of a lab that is ready. */
  terminal: ReactNode
  /** Saves the VPN configuration. */
  vpnConfig: ReactNode
}

export const LabPanel = ({ task, terminal, vpnConfig }: LabPanelProps) =>
  task.has_lab ? (
    <>
      {terminal}
      {vpnConfig}
    </>
  ) : null
