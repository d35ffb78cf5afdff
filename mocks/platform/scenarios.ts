import { hugePlaces } from './data/huge-groups'
import type { Db } from './db'
import { sendAllButThree } from './lms'
import { largestCrowd } from './participants'
import { rejectedOrder } from './payments'
import { type PersonaName, personas } from './personas'
import type { AttemptRow } from './rows'
import { keyOf } from './tables'

const minute = 60_000
const hour = 60 * minute

/** The candidate's newest attempt at the paid exam, as it stands when the database begins. */
function attempt(db: Db, fields: Partial<AttemptRow>): void {
  const created_at = db.startedAt - 48 * hour
  db.tables.attempts.put(2, { id: 2, user_id: personas.candidate.id, group_id: 5, created_at, ...fields })
}

/** Hours of the paid exam. */
function examHours(db: Db): number {
  return db.content.groups.get(5)?.exam?.hours ?? 0
}

/** A person's lab: ready when the database begins, and ending after `left` milliseconds. */
function readyLab(db: Db, person: PersonaName, taskId: number, left: number): void {
  const userId = personas[person].id
  const placed = db.content.tasks.get(taskId)
  const lab = placed?.task.lab
  if (!placed || !lab) throw new Error(`The task ${taskId} has no lab.`)
  const expires_at = db.startedAt + left
  const ready_at = expires_at - lab.lifetimeSeconds * 1000
  const started_at = ready_at - lab.expectedSeconds * 1000
  const groupId = placed.group.id
  const row = { user_id: userId, group_id: groupId, task_id: taskId, started_at, ready_at, expires_at }
  db.tables.labs.put(keyOf.lab(userId, taskId), row)
}

function leaveGroups({ tables }: Db): void {
  for (const row of tables.memberships.values()) {
    tables.memberships.delete(keyOf.membership(row.group_id, row.user_id))
  }
}

function forgetSolves({ tables }: Db): void {
  for (const row of tables.solves.values()) tables.solves.delete(keyOf.solve(row.user_id, row.flag_id))
}

type Scenario = (db: Db) => void

/** Named ways for a database to begin, laid over the personas before the first call. */
export const scenarios = {
  /** A course in full swing. */
  default: () => {},
  /** Nobody belongs to any group: every list is empty. */
  noGroups: leaveGroups,
  /** The personas have solved nothing yet. */
  freshStart: forgetSolves,
  /** Accounts of a minute ago: no name, no group, nothing solved and no exam ever tried. */
  emptyAccount: db => {
    leaveGroups(db)
    forgetSolves(db)
    const { tables, startedAt } = db
    for (const { id } of tables.attempts.values()) tables.attempts.delete(id)
    for (const { first_name: _, last_name: __, ...user } of tables.users.values()) {
      tables.users.put(user.id, { ...user, created_at: startedAt - minute })
    }
  },
  /** The learning-management system is switched off and messages cannot be sent. */
  brokenNeighbours: db => {
    db.tables.settings.patch('settings', { isLmsEnabled: false, isMailWorking: false })
  },
  /** An upload to the learning-management system fails for three people, each for another reason; everything else is there. */
  lmsPartlyFailed: db => {
    const group = db.content.groups.get(1)
    if (group) sendAllButThree(db, group)
  },
  /** The learning-management system has no such courses. */
  lmsMissingCourse: db => {
    db.tables.settings.patch('settings', { isLmsCourseMissing: true })
  },
  /** Messages cannot be sent, and everything else works. */
  mailBroken: db => {
    db.tables.settings.patch('settings', { isMailWorking: false })
  },
  /** The open championship, group 7, has 100,000 people on its board, the student among them. */
  hugeBoard: db => {
    db.tables.settings.patch('settings', { crowds: { 7: largestCrowd } })
  },
  /**
   * The student belongs to 500 groups; group 9 has a thousand tasks, one of them with a description of 1,000,000 characters,
   * and the administrator.
   */
  huge: ({ tables, content, startedAt }) => {
    const join = (group_id: number, { id: user_id }: { id: number }, is_admin: boolean) => {
      const row = { group_id, user_id, is_admin, joined_at: startedAt - 24 * hour }
      tables.memberships.put(keyOf.membership(group_id, user_id), row)
    }
    for (const group_id of content.groups.keys()) join(group_id, personas.student, false)
    join(hugePlaces.group, personas.admin, true)
  },
  /** The bank refuses every payment, the candidate's one too, which nobody has checked yet. */
  paymentRefused: db => {
    db.tables.settings.patch('settings', { doesBankRefuse: true })
    attempt(db, { orders: [rejectedOrder(db.startedAt)] })
  },
  /** The candidate has just paid; the bank thinks for an hour, and takes the money then. */
  paymentPending: db => {
    attempt(db, { orders: [{ settles_at: db.startedAt + hour, outcome: 'payed' }] })
  },
  /**
   * The candidate has just paid; the bank thinks for 20 seconds, finds too little money and says so by itself. It takes
   * the next payment.
   */
  paymentPendingThenRejected: db => {
    attempt(db, { orders: [{ ...rejectedOrder(db.startedAt + 20_000), is_told: true }] })
  },
  /** Every lab takes four times what is promised. */
  slowLab: db => {
    db.tables.settings.patch('settings', { labStarts: 'slow' })
  },
  /** Every start of a lab breaks off. */
  failedLab: db => {
    db.tables.settings.patch('settings', { labStarts: 'failing' })
  },
  /** The student's lab of task 104 ends in 11 minutes. */
  labEndsSoon: db => readyLab(db, 'student', 104, 11 * minute),
  /** The student's lab of task 104 is ready and has 90 minutes left. */
  labRunning: db => readyLab(db, 'student', 104, 90 * minute),
  /** The candidate has asked for an attempt and has not paid yet. */
  needPay: db => attempt(db, {}),
  /** The candidate has asked for an attempt at the exam without a price, to which nobody has admitted yet. */
  waitsForAdmission: db => attempt(db, { group_id: 8, created_at: db.startedAt }),
  /** The candidate has been admitted and may start. */
  examReady: db => attempt(db, { has_admission: true }),
  /** The candidate's exam began an hour ago. */
  examRunning: db => attempt(db, { has_admission: true, started_at: db.startedAt - hour }),
  /** The candidate's exam has two minutes left. */
  examEndsSoon: db => {
    const started_at = db.startedAt - examHours(db) * hour + 2 * minute
    attempt(db, { has_admission: true, started_at })
  },
  /** The candidate's exam began three hours ago, and the lab of its task 501 ends in 12 minutes. */
  examLabRunning: db => {
    attempt(db, { has_admission: true, started_at: db.startedAt - 3 * hour })
    readyLab(db, 'candidate', 501, 12 * minute)
  },
  /** The candidate's exam is over and its report is due. */
  reportDue: db => attempt(db, { has_admission: true, started_at: db.startedAt - 25 * hour }),
  /** The candidate's report is being reviewed. */
  reportInReview: db => {
    const fields = { has_admission: true, started_at: db.startedAt - 30 * hour }
    attempt(db, { ...fields, report_sent_at: db.startedAt - 2 * hour })
  },
  /** The candidate's newest report has been rejected as well. */
  reportRejected: db => {
    const fields = { has_admission: true, started_at: db.startedAt - 40 * hour }
    const reason = 'Для третьей находки не указано, как её исправить.'
    const review = { outcome: 'rejected', reason, at: db.startedAt - hour } as const
    attempt(db, { ...fields, report_sent_at: db.startedAt - 12 * hour, review })
  },
  /** The candidate has passed. */
  examPassed: db => {
    const fields = { has_admission: true, started_at: db.startedAt - 40 * hour }
    const review = { outcome: 'completed', score: 87, at: db.startedAt - hour } as const
    attempt(db, { ...fields, report_sent_at: db.startedAt - 12 * hour, review })
  },
} satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios
