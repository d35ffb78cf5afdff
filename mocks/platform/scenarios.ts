import { createRandom } from '../../packages/contract/seeded-random'
import { hugeIds } from './data/huge-groups'
import type { Db } from './db'
import { hashPassword } from './digest'
import { seedPartialUpload } from './lms'
import { MAX_PARTICIPANTS } from './participants'
import { rejectedOrder, SETTLE_SECONDS } from './payments'
import { type Persona, type PersonaName, personas } from './personas'
import type { AttemptRow } from './rows'
import type { ScenarioName } from './scenario-names'
import { tableKeys } from './tables'

const minute = 60_000
const hour = 60 * minute

/** Seeds the candidate's newest attempt at the paid exam. */
function seedAttempt(db: Db, fields: Partial<AttemptRow>): void {
  const created_at = db.startedAt - 48 * hour
  db.tables.attempts.put(2, { id: 2, user_id: personas.candidate.id, group_id: 5, created_at, ...fields })
}

/** Seeds an attempt whose time is over, in which the candidate has solved all tasks but the last one. */
function seedTakenExam(db: Db, started_at: number, fields: Partial<AttemptRow> = {}): void {
  seedAttempt(db, { has_admission: true, started_at, ...fields })
  const user_id = personas.candidate.id
  for (const [at, task] of (db.content.tasksByGroup.get(5) ?? []).slice(0, -1).entries()) {
    for (const flag of task.flags) {
      const row = {
        user_id,
        group_id: 5,
        task_id: task.id,
        flag_id: flag.id,
        at: started_at + (at + 1) * hour,
      }
      db.tables.solves.put(tableKeys.solve(user_id, flag.id), row)
    }
  }
}

function getExamHours(db: Db): number {
  return db.content.groups.get(5)?.exam?.hours ?? 0
}

/** Seeds a ready lab that ends in `left` milliseconds. */
function seedReadyLab(db: Db, persona: PersonaName, taskId: number, left: number): void {
  const userId = personas[persona].id
  const entry = db.content.tasks.get(taskId)
  const lab = entry?.task.lab
  if (!entry || !lab) throw new Error(`The task ${taskId} has no lab.`)
  const expires_at = db.startedAt + left
  const ready_at = expires_at - lab.lifetimeSeconds * 1000
  const started_at = ready_at - lab.expectedSeconds * 1000
  const groupId = entry.group.id
  const row = { user_id: userId, group_id: groupId, task_id: taskId, started_at, ready_at, expires_at }
  db.tables.labs.put(tableKeys.lab(userId, taskId), row)
}

function deleteMemberships({ tables }: Db): void {
  for (const row of tables.memberships.values()) {
    tables.memberships.delete(tableKeys.membership(row.group_id, row.user_id))
  }
}

function deleteSolves({ tables }: Db): void {
  for (const row of tables.solves.values()) tables.solves.delete(tableKeys.solve(row.user_id, row.flag_id))
}

type Scenario = (db: Db) => void

/** Named variations of the seed data. */
export const scenarios: Record<ScenarioName, Scenario> = {
  /** Courses in progress. */
  default: () => {},
  /** No memberships: every list is empty. */
  noGroups: deleteMemberships,
  /** Nothing is solved yet. */
  freshStart: deleteSolves,
  /** New accounts: no name, no group, nothing solved, no attempts. */
  emptyAccount: db => {
    deleteMemberships(db)
    deleteSolves(db)
    const { tables, startedAt } = db
    for (const { id } of tables.attempts.values()) tables.attempts.delete(id)
    for (const { first_name: _, last_name: __, ...user } of tables.users.values()) {
      tables.users.put(user.id, { ...user, created_at: startedAt - minute })
    }
  },
  /** The LMS is disabled and emails can't be sent. */
  lmsAndMailDown: db => {
    db.tables.settings.patch('settings', { isLmsEnabled: false, isMailWorking: false })
  },
  /** The next LMS upload fails for three users, each for another reason; everything else was uploaded before. */
  lmsPartlyFailed: db => {
    const group = db.content.groups.get(1)
    if (group) seedPartialUpload(db, group)
  },
  /** The LMS has no such courses. */
  lmsMissingCourse: db => {
    db.tables.settings.patch('settings', { isLmsCourseMissing: true })
  },
  /** Emails can't be sent. */
  mailBroken: db => {
    db.tables.settings.patch('settings', { isMailWorking: false })
  },
  /** Group 7, the open championship, has 100,000 users on its board, one of them the student. */
  hugeBoard: db => {
    db.tables.settings.patch('settings', { groupSizes: { 7: MAX_PARTICIPANTS } })
  },
  /**
   * The student is in 500 groups. Group 9 has 1,000 tasks, one with a description of 1,000,000 characters; the
   * administrator is in it too.
   */
  huge: ({ tables, content, startedAt }) => {
    const join = (group_id: number, { id: user_id }: { id: number }, is_admin: boolean) => {
      const row = { group_id, user_id, is_admin, joined_at: startedAt - 24 * hour }
      tables.memberships.put(tableKeys.membership(group_id, user_id), row)
    }
    for (const group_id of content.groups.keys()) join(group_id, personas.student, false)
    join(hugeIds.group, personas.admin, true)
  },
  /** The bank rejects every payment, also the candidate's, which wasn't checked yet. */
  paymentRefused: db => {
    db.tables.settings.patch('settings', { isBankRejecting: true })
    seedAttempt(db, { orders: [rejectedOrder(db.startedAt)] })
  },
  /** The candidate has just paid; the payment succeeds after an hour. */
  paymentPending: db => {
    seedAttempt(db, { orders: [{ settles_at: db.startedAt + hour, outcome: 'payed' }] })
  },
  /**
   * The candidate has just paid; when it settles, the bank rejects the payment and notifies the platform. The next payment
   * succeeds.
   */
  paymentPendingThenRejected: db => {
    seedAttempt(db, {
      orders: [{ ...rejectedOrder(db.startedAt + SETTLE_SECONDS * 1000), has_webhook: true }],
    })
  },
  /** Labs take four times as long as promised. */
  slowLab: db => {
    db.tables.settings.patch('settings', { labStarts: 'slow' })
  },
  /** Every start of a lab fails. */
  failedLab: db => {
    db.tables.settings.patch('settings', { labStarts: 'failing' })
  },
  /** The student's lab of task 104 ends in 11 minutes. */
  labEndsSoon: db => seedReadyLab(db, 'student', 104, 11 * minute),
  /** The student's lab of task 104 is ready and has 90 minutes left. */
  labRunning: db => seedReadyLab(db, 'student', 104, 90 * minute),
  /** The candidate has requested an attempt and not paid. */
  needPay: db => seedAttempt(db, {}),
  /** The candidate waits for admission to the exam without a price. */
  waitsForAdmission: db => seedAttempt(db, { group_id: 8, created_at: db.startedAt }),
  /** The candidate has been admitted and may start. */
  examReady: db => seedAttempt(db, { has_admission: true }),
  /** The candidate's exam began an hour ago. */
  examRunning: db => seedAttempt(db, { has_admission: true, started_at: db.startedAt - hour }),
  /** The candidate's exam has two minutes left. */
  examEndsSoon: db => {
    const started_at = db.startedAt - getExamHours(db) * hour + 2 * minute
    seedAttempt(db, { has_admission: true, started_at })
  },
  /** The candidate's exam began three hours ago, and the lab of its task 501 ends in 12 minutes. */
  examLabRunning: db => {
    seedAttempt(db, { has_admission: true, started_at: db.startedAt - 3 * hour })
    seedReadyLab(db, 'candidate', 501, 12 * minute)
  },
  /** The candidate's exam is over and its report is due. */
  reportDue: db => seedTakenExam(db, db.startedAt - 25 * hour),
  /** The candidate's report is being reviewed. */
  reportInReview: db => {
    seedTakenExam(db, db.startedAt - 30 * hour, { report_sent_at: db.startedAt - 2 * hour })
  },
  /** The candidate's newest report was rejected too. */
  reportRejected: db => {
    const reason = [
      'Для третьей находки не указано, как её исправить.',
      'Нет шагов, по которым можно повторить доступ к почте.',
    ].join('\n')
    const review = { outcome: 'rejected', reason, at: db.startedAt - hour } as const
    seedTakenExam(db, db.startedAt - 40 * hour, { report_sent_at: db.startedAt - 12 * hour, review })
  },
  /** The candidate has passed. */
  examPassed: db => {
    const review = { outcome: 'completed', score: 87, at: db.startedAt - hour } as const
    seedTakenExam(db, db.startedAt - 40 * hour, { report_sent_at: db.startedAt - 12 * hour, review })
  },
}

const day = 24 * 3600 * 1000

/** Seeds the personas and their progress. */
export function seedPersonas(db: Db): void {
  for (const persona of Object.values(personas) as readonly Persona[]) seedPersona(db, persona)
  seedRejectedAttempt(db)
  seedAttemptsOfEveryKind(db)
  seedSolves(db, 1, task => task === 103 || (task > 107 && task % 3 === 0))
  seedSolves(db, 2, task => task % 3 === 0)
  seedSolves(db, 4, task => task % 2 === 0)
  seedSolves(db, 6, task => task % 4 === 0)
  seedSolves(db, 7, task => task % 5 === 0)
}

/** The candidate has already failed the paid exam once. */
function seedRejectedAttempt(db: Db): void {
  const { tables, startedAt } = db
  tables.attempts.put(1, {
    id: 1,
    user_id: personas.candidate.id,
    group_id: 5,
    created_at: startedAt - 14 * day,
    orders: [{ settles_at: startedAt - 14 * day, outcome: 'payed', is_checked: true }],
    started_at: startedAt - 13 * day,
    report_sent_at: startedAt - 12 * day,
    review: {
      outcome: 'rejected',
      reason: 'В отчёте нет шагов, по которым можно повторить вторую находку.',
      at: startedAt - 9 * day,
    },
  })
}

/**
 * The examinee has an attempt in every state that otherwise takes days to reach: failed, passed, ready to start,
 * payment rejected, in review.
 */
function seedAttemptsOfEveryKind({ tables, startedAt, content }: Db): void {
  const user_id = personas.examinee.id
  const paid = { settles_at: startedAt - 40 * day, outcome: 'payed', is_checked: true } as const
  const past = { user_id, group_id: 5, created_at: startedAt - 40 * day, orders: [paid] }
  const written = { started_at: startedAt - 39 * day, report_sent_at: startedAt - 38 * day }
  const at = startedAt - 35 * day
  const reason = 'В отчёте нет доказательства для первой находки.'
  tables.attempts.put(3, { ...past, ...written, id: 3, review: { outcome: 'rejected', reason, at } })
  tables.attempts.put(4, { ...past, ...written, id: 4, review: { outcome: 'completed', score: 91, at } })
  tables.attempts.put(5, { ...past, id: 5 })
  tables.attempts.put(7, { ...past, id: 7, orders: [rejectedOrder(startedAt - 40 * day)] })
  const hours = content.groups.get(8)?.exam?.hours ?? 0
  const started_at = startedAt - hours * 3_600_000 - day
  tables.attempts.put(6, {
    id: 6,
    user_id,
    group_id: 8,
    created_at: started_at,
    has_admission: true,
    started_at,
  })
}

function seedPersona(db: Db, persona: Persona): void {
  const { tables, startedAt } = db
  tables.users.put(persona.id, {
    id: persona.id,
    username: persona.username,
    email: persona.email,
    email_verified: persona.emailVerified,
    password_hash: persona.password === null ? null : hashPassword(db, persona.id, persona.password),
    first_name: persona.firstName,
    last_name: persona.lastName,
    language: persona.language,
    created_at: startedAt - (persona.emailVerified ? 60 : 1) * day,
  })
  for (const groupId of persona.groups) {
    tables.memberships.put(tableKeys.membership(groupId, persona.id), {
      group_id: groupId,
      user_id: persona.id,
      is_admin: persona.isAdmin,
      joined_at: startedAt - 50 * day,
    })
  }
}

/** Solves the chosen active tasks as the student, at times spread over the days before the start. */
function seedSolves(db: Db, groupId: number, isSolved: (taskId: number) => boolean): void {
  const userId = personas.student.id
  const group = db.content.groups.get(groupId)
  const latest = db.startedAt + Math.min(-3600, group?.endsIn ?? 0) * 1000
  const random = createRandom(db.seed, 'progress', userId, groupId)
  for (const task of db.content.tasksByGroup.get(groupId) ?? []) {
    if (task.status !== 'active' || !isSolved(task.id)) continue
    const at = Math.round((latest - random.next() * 20 * day) / 1000) * 1000
    for (const flag of task.flags) {
      db.tables.solves.put(tableKeys.solve(userId, flag.id), {
        user_id: userId,
        group_id: groupId,
        task_id: task.id,
        flag_id: flag.id,
        at,
      })
    }
  }
}
