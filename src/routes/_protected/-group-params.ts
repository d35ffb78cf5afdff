import { parseId } from '../../lib/route-params'

/** Parses ids; anything else is a 404, and no request is made. */
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
