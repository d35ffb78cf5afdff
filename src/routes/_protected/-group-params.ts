import { parseId } from '../../lib/route-params'

/** The group of a path as a number; anything else is no such page, and no call is made (design §5, trap 4). */
export const groupParams = {
  parse: ({ groupId }: { groupId: string }) => {
    const id = parseId(groupId)
    return id !== null && { groupId: id }
  },
  stringify: ({ groupId }: { groupId: number }) => ({ groupId: String(groupId) }),
}

export const taskParams = {
  parse: ({ groupId, taskId }: { groupId: string; taskId: string }) => {
    const group = parseId(groupId)
    const task = parseId(taskId)
    return group !== null && task !== null && { groupId: group, taskId: task }
  },
  stringify: ({ groupId, taskId }: { groupId: number; taskId: number }) => ({
    groupId: String(groupId),
    taskId: String(taskId),
  }),
}
