import type { Group, GroupSummary, Task, TaskStatus } from './contract-types'
import { found } from './probe-errors'
import type { Role } from './probe-options'

/** What the answers have told so far, for the questions that build on them. Asking for what is missing throws Absent. */
export class Facts {
  /** Whoever asked for the list sees these. */
  readonly groups = new Map<Role, readonly GroupSummary[]>()
  /** The groups that a role has read whole. */
  readonly wholeGroups = new Map<string, Group>()
  readonly tasks = new Map<number, Task>()
  statuses: readonly TaskStatus[] | undefined
  /** Lines of a scoreboard, by the people's ids. */
  boardIds: readonly number[] | undefined
  shareLink: string | undefined
  /** Text that no earlier run has used. */
  readonly nonce = Array.from(crypto.getRandomValues(new Uint8Array(5)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

  groupsOf(role: Role): readonly GroupSummary[] {
    return found(this.groups.get(role), `list of the groups of ${role}`)
  }

  /** A group of the person that answers the description. */
  group(role: Role, what: string, isIt: (group: GroupSummary) => boolean): GroupSummary {
    return found(this.groupsOf(role).find(isIt), what)
  }

  whole(role: Role, id: number): Group {
    return found(this.wholeGroups.get(`${role}:${id}`), `answer with group ${id} for ${role}`)
  }

  /** Some task of a group, whoever has read it. */
  someTaskOf(groupId: number): number {
    const read = [...this.wholeGroups.values()].filter(group => group.id === groupId)
    return found(
      read.flatMap(({ categories }) => categories.flatMap(({ tasks }) => tasks))[0],
      `known task of group ${groupId}`,
    ).id
  }

  task(what: string, isIt: (task: Task) => boolean): Task {
    return found([...this.tasks.values()].find(isIt), what)
  }

  isSolved(taskId: number): boolean {
    return this.statuses?.some(status => status.task_id === taskId && status.solved) === true
  }
}

/** A number that no record has. */
export const unknownId = 2_147_483_647

export function isOpen({ is_exam, start_date, end_date }: GroupSummary, now: number): boolean {
  return !is_exam && !isLater({ start_date }, now) && !isEnded({ end_date }, now)
}

type Moment = { readonly [Name in 'start_date' | 'end_date']?: string | undefined }

export function isLater({ start_date }: Moment, now: number): boolean {
  return start_date !== undefined && Date.parse(start_date) > now
}

export function isEnded({ end_date }: Moment, now: number): boolean {
  return end_date !== undefined && Date.parse(end_date) <= now
}
