import type { Group, GroupSummary, Task, TaskStatus } from './contract-types'
import { requireValue } from './probe-errors'
import type { Role } from './probe-options'

/** Data from responses that later requests need. Getters throw SkipStep if it is missing. */
export class Facts {
  /** By the role that requested the list. */
  readonly groups = new Map<Role, readonly GroupSummary[]>()
  /** By role and id: `student:1`. */
  readonly fullGroups = new Map<string, Group>()
  readonly tasks = new Map<number, Task>()
  statuses: readonly TaskStatus[] | undefined
  /** User ids on the leaderboard. */
  leaderboardUserIds: readonly number[] | undefined
  shareLink: string | undefined
  /** Text that no earlier run has used. */
  readonly nonce = Array.from(crypto.getRandomValues(new Uint8Array(5)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

  groupsOf(role: Role): readonly GroupSummary[] {
    return requireValue(this.groups.get(role), `list of the groups of ${role}`)
  }

  group(role: Role, what: string, isMatch: (group: GroupSummary) => boolean): GroupSummary {
    return requireValue(this.groupsOf(role).find(isMatch), what)
  }

  fullGroup(role: Role, id: number): Group {
    return requireValue(this.fullGroups.get(`${role}:${id}`), `answer with group ${id} for ${role}`)
  }

  anyTaskId(groupId: number): number {
    const read = [...this.fullGroups.values()].filter(group => group.id === groupId)
    return requireValue(
      read.flatMap(({ categories }) => categories.flatMap(({ tasks }) => tasks))[0],
      `known task of group ${groupId}`,
    ).id
  }

  task(what: string, isMatch: (task: Task) => boolean): Task {
    return requireValue([...this.tasks.values()].find(isMatch), what)
  }

  isSolved(taskId: number): boolean {
    return this.statuses?.some(status => status.task_id === taskId && status.solved) === true
  }
}

/** An id that does not exist. */
export const unknownId = 2_147_483_647

export function isOpen({ is_exam, start_date, end_date }: GroupSummary, now: number): boolean {
  return !is_exam && !startsLater({ start_date }, now) && !hasEnded({ end_date }, now)
}

type GroupDates = { readonly [Name in 'start_date' | 'end_date']?: string | undefined }

export function startsLater({ start_date }: GroupDates, now: number): boolean {
  return start_date !== undefined && Date.parse(start_date) > now
}

export function hasEnded({ end_date }: GroupDates, now: number): boolean {
  return end_date !== undefined && Date.parse(end_date) <= now
}
