import type { Task } from '../../api/schema.gen'

interface WriteupProps {
  task: Task
  isSolved: boolean
}

/** Leads from the description to the write-up and back. */
export const WriteupCard = ({ task, isSolved }: WriteupProps) => (task.has_writeup && isSolved ? null : null)
