import type { RowTypes } from './rows'
import { type Recorder, Table } from './table'

export type Tables = { readonly [Name in keyof RowTypes]: Table<RowTypes[Name]> }

/** One empty table for each kind of row. */
export function createTables(recorder: Recorder): Tables {
  return {
    users: new Table('users', recorder),
    memberships: new Table('memberships', recorder),
    sessions: new Table('sessions', recorder),
    solves: new Table('solves', recorder),
    hints: new Table('hints', recorder),
    labs: new Table('labs', recorder),
    terminals: new Table('terminals', recorder),
    attempts: new Table('attempts', recorder),
    visibility: new Table('visibility', recorder),
    shares: new Table('shares', recorder),
    mailTokens: new Table('mailTokens', recorder),
    outbox: new Table('outbox', recorder),
    feedback: new Table('feedback', recorder),
    deliveries: new Table('deliveries', recorder),
    limits: new Table('limits', recorder),
    counters: new Table('counters', recorder),
    clock: new Table('clock', recorder),
    settings: new Table('settings', recorder),
    faults: new Table('faults', recorder),
    recordings: new Table('recordings', recorder),
  }
}

/** Keys of rows that belong to more than one thing. */
export const keyOf = {
  membership: (groupId: number, userId: number) => `${groupId}:${userId}`,
  solve: (userId: number, flagId: number) => `${userId}:${flagId}`,
  hint: (userId: number, hintId: number) => `${userId}:${hintId}`,
  lab: (userId: number, taskId: number) => `${userId}:${taskId}`,
  visibility: (groupId: number, taskId: number) => `${groupId}:${taskId}`,
  delivery: (groupId: number, userId: number) => `${groupId}:${userId}`,
}
