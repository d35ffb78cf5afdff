import type { Task } from '../../api/schema.gen'

interface WriteupProps {
  task: Task
  isSolved: boolean
}

/** The write-up in place of the description, at `?pane=writeup`. */
export const WriteupPane = ({ task, isSolved }: WriteupProps) => (task.has_writeup && isSolved ? null : null)
