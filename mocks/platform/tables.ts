import type { RowTypes } from './rows'
import { type ChangeLog, Table } from './table'

export type Tables = { readonly [Name in keyof RowTypes]: Table<RowTypes[Name]> }

export function createTables(changeLog: ChangeLog): Tables {
  return {
    users: new Table('users', changeLog),
    memberships: new Table('memberships', changeLog),
    sessions: new Table('sessions', changeLog),
    solves: new Table('solves', changeLog),
    hints: new Table('hints', changeLog),
    labs: new Table('labs', changeLog),
    terminals: new Table('terminals', changeLog),
    attempts: new Table('attempts', changeLog),
    visibility: new Table('visibility', changeLog),
    shares: new Table('shares', changeLog),
    mailTokens: new Table('mailTokens', changeLog),
    outbox: new Table('outbox', changeLog),
    feedback: new Table('feedback', changeLog),
    deliveries: new Table('deliveries', changeLog),
    limits: new Table('limits', changeLog),
    counters: new Table('counters', changeLog),
    clock: new Table('clock', changeLog),
    settings: new Table('settings', changeLog),
    faults: new Table('faults', changeLog),
    recordings: new Table('recordings', changeLog),
  }
}

/** Composite row keys. */
export const keyOf = {
  membership: (groupId: number, userId: number) => `${groupId}:${userId}`,
  solve: (userId: number, flagId: number) => `${userId}:${flagId}`,
  hint: (userId: number, hintId: number) => `${userId}:${hintId}`,
  lab: (userId: number, taskId: number) => `${userId}:${taskId}`,
  visibility: (groupId: number, taskId: number) => `${groupId}:${taskId}`,
  delivery: (groupId: number, userId: number) => `${groupId}:${userId}`,
}
