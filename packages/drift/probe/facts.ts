import type { Complete } from '../../contract/operation'
import type * as Sent from '../../contract/schema.gen'
import type { operations } from '../../contract/schema.gen'
import { type Role, requireValue } from './probe-options'

/** Types of the contract's operations: a plan that does not match the contract does not compile. */

export type OperationId = keyof operations

type Responses<Id extends OperationId> = operations[Id]['responses']
type JsonOf<Part> = Part extends { content: { 'application/json': infer Body } } ? Body : never

type StatusOf<Id extends OperationId> = Extract<keyof Responses<Id>, number>

type DetailIn<Body> = Body extends { detail?: infer Detail } ? Extract<Detail, string> : never

/** The documented details of a status; never if there are none. */
export type DetailOf<Id extends OperationId, Status extends StatusOf<Id>> = DetailIn<
  JsonOf<Responses<Id>[Status]>
>

/** `[204]`, or `[403, 'email not verified']`. */
type ExpectedResponse<Id extends OperationId> = {
  [Status in StatusOf<Id>]:
    | readonly [status: Status]
    | readonly [status: Status, detail: DetailOf<Id, Status>]
}[StatusOf<Id>]

export type ExpectedResponses<Id extends OperationId> = readonly [
  ExpectedResponse<Id>,
  ...ExpectedResponse<Id>[],
]

/** The JSON body of status 200; undefined if there is none. */
export type Success<Id extends OperationId> =
  Responses<Id> extends { 200: infer Part } ? Complete<JsonOf<Part>> : undefined

/** Operations that document a detail for a status. */
export type OperationWith<Status extends number, Detail extends string> = {
  [Id in OperationId]: Status extends StatusOf<Id>
    ? Detail extends DetailOf<Id, Status>
      ? Id
      : never
    : never
}[OperationId]

type PathPart<Id extends OperationId> = operations[Id]['parameters'] extends { path: infer Path }
  ? { readonly path: Path }
  : unknown

type QueryPart<Id extends OperationId> = operations[Id]['parameters'] extends { query: infer Query }
  ? { readonly query: Query }
  : operations[Id]['parameters'] extends { query?: infer Query }
    ? [Exclude<Query, undefined>] extends [never]
      ? unknown
      : { readonly query?: Exclude<Query, undefined> }
    : unknown

type ContentOf<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? Content
  : unknown

type BodyPart<Id extends OperationId> =
  ContentOf<Id> extends { 'application/json': infer Body }
    ? { readonly json: Body }
    : ContentOf<Id> extends { 'multipart/form-data': infer Form }
      ? { readonly form: { readonly [Name in keyof Form]: string | File } }
      : unknown

export type Call<Id extends OperationId> = PathPart<Id> & QueryPart<Id> & BodyPart<Id> & object

type ParameterValues = Readonly<Record<string, string | number | undefined>>

export type AnyCall = {
  readonly path?: ParameterValues
  readonly query?: ParameterValues
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string | File | undefined>>
}

// Undefined values of responses end the step instead of being sent in the next request.
export type Group = Complete<Sent.Group>
export type GroupSummary = Complete<Sent.GroupSummary>
export type LabStatus = Complete<Sent.LabStatus>
export type Task = Complete<Sent.Task>
export type TaskSummary = Complete<Sent.TaskSummary>
export type TaskStatus = Complete<Sent.TaskStatus>

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
  /** Whether others may read the profile, by the scoreboards of the student. */
  readonly publicUsers = new Map<number, boolean>()
  /** Who was first sent an attempt. */
  readonly attemptOwners = new Map<number, Role>()
  shareLink: string | undefined
  /** Own profiles, as far as they are known. */
  readonly profiles = new Map<Role, { readonly id: number; readonly isPublic: boolean }>()
  /** Every id that an answer contained. */
  readonly ids = new Set<number>()
  private unknown = 0
  private names = 0
  /** Text that no earlier run has used. */
  readonly nonce = Array.from(crypto.getRandomValues(new Uint8Array(5)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

  /** An id that no answer contained: the middle of the widest gap. */
  get unknownId(): number {
    if (this.unknown !== 0 && !this.ids.has(this.unknown)) return this.unknown
    const taken = [0, ...[...this.ids].sort((a, b) => a - b), MAX_ID]
    const gaps = taken
      .slice(1)
      .map((id, index) => ({ from: taken[index] ?? 0, size: id - (taken[index] ?? 0) }))
    const { from, size } = gaps.reduce((widest, gap) => (gap.size > widest.size ? gap : widest))
    this.unknown = from + Math.floor(size / 2)
    return this.unknown
  }

  /** A name that no request has used. */
  unusedName(): string {
    this.names++
    return `unused-${this.nonce}-${this.names}`
  }

  groupsOf(role: Role): readonly GroupSummary[] {
    return requireValue(this.groups.get(role), `list of the groups of ${role}`)
  }

  group(role: Role, what: string, isMatch: (group: GroupSummary) => boolean): GroupSummary {
    return requireValue(this.groupsOf(role).find(isMatch), what)
  }

  fullGroup(role: Role, id: number): Group {
    return requireValue(this.fullGroups.get(`${role}:${id}`), `answer with group ${id} for ${role}`)
  }

  /** Tasks of a group, for any reader. */
  getTasks(groupId: number): TaskSummary[] {
    const read = [...this.fullGroups.values()].filter(group => group.id === groupId)
    return read.flatMap(({ categories }) => categories.flatMap(({ tasks }) => tasks))
  }

  anyTaskId(groupId: number): number {
    return requireValue(this.getTasks(groupId)[0], `known task of group ${groupId}`).id
  }

  task(what: string, isMatch: (task: Task) => boolean): Task {
    return requireValue([...this.tasks.values()].find(isMatch), what)
  }

  /** Groups whose states the student has read. */
  readonly statedGroups = new Set<number>()

  /** A task without a state is unsolved. Undefined if no list of states came, or the state doesn't say. */
  isSolved(taskId: number): boolean | undefined {
    if (this.statuses?.some(({ task_id }) => typeof task_id !== 'number')) return undefined
    const status = this.statuses?.find(({ task_id }) => task_id === taskId)
    return this.statuses && !status ? false : status?.solved
  }
}

/** Ids fit a signed 32-bit integer. */
export const MAX_ID = 2_147_483_647

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
