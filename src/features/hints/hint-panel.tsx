import type { Task } from '../../api/schema.gen'

export const HintPanel = ({ task }: { task: Task }) => (task.has_hint ? null : null)
