import type { OperationId } from '../../../mocks/operations.gen'
import { accountScenes } from './account-scenes'
import { groupScenes } from './group-scenes'
import { pageScenes } from './page-scenes'
import type { Scene } from './scene'
import { taskScenes } from './task-scenes'

/** In files of their own, so that both cores have some. */
const parts = { pages: pageScenes, tasks: taskScenes, groups: groupScenes, account: accountScenes }

/** Where each operation of the contract is seen: one that nobody has placed does not compile. */
const scenes: Record<OperationId, Scene> = {
  ...parts.pages,
  ...parts.tasks,
  ...parts.groups,
  ...parts.account,
}

export const scenesOf = (part: keyof typeof parts): [OperationId, Scene][] =>
  (Object.keys(parts[part]) as OperationId[]).map(id => [id, scenes[id]])
