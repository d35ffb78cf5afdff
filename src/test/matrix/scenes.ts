import type { HandledOperationId } from '../../../mocks/operations'
import { accountScenes } from './account-scenes'
import { groupScenes } from './group-scenes'
import { pageScenes } from './page-scenes'
import type { Scene } from './scene'
import { taskScenes } from './task-scenes'

/** In files of their own, so that both cores have some. */
const parts = { pages: pageScenes, tasks: taskScenes, groups: groupScenes, account: accountScenes }

/** Where each operation with behaviour of its own is seen: one that nobody has placed does not compile. */
const scenes: Record<HandledOperationId, Scene> = {
  ...parts.pages,
  ...parts.tasks,
  ...parts.groups,
  ...parts.account,
}

export const scenesOf = (part: keyof typeof parts): [HandledOperationId, Scene][] =>
  (Object.keys(parts[part]) as HandledOperationId[]).map(id => [id, scenes[id]])
