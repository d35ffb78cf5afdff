import { useEffect } from 'react'
import { keepLastTask } from '../../lib/last-task'

/** Remembers the open task, so that the home page can offer to go on with it. */
export const useLastTask = (groupId: number, taskId: number): void => {
  useEffect(() => keepLastTask({ groupId, taskId }), [groupId, taskId])
}
