import { useEffect } from 'react'
import { storeLastTask } from '../../lib/last-task'

/** For the "continue" link of the home page. */
export const useLastTask = (groupId: number, taskId: number): void => {
  useEffect(() => storeLastTask({ groupId, taskId }), [groupId, taskId])
}
