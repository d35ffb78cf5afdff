import { hugePlaces } from './data/huge-groups'
import { sendAllButThree } from './lms'
import { largestCrowd } from './participants'
import { rejectedOrder } from './payments'
import { type PersonaName, personas } from './personas'
import type { AttemptRow } from './rows'
import { keyOf } from './tables'
import type { World } from './world'

const minute = 60_000
const hour = 60 * minute

/** The candidate's newest attempt at the paid exam, as it stands when the world begins. */
function attempt(world: World, fields: Partial<AttemptRow>): void {
  const created_at = world.startedAt - 48 * hour
  world.tables.attempts.put(2, { id: 2, user_id: personas.candidate.id, group_id: 5, created_at, ...fields })
}

/** Hours of the paid exam. */
function examHours(world: World): number {
  return world.content.groups.get(5)?.exam?.hours ?? 0
}

/** A person's lab: ready when the world begins, and ending after `left` milliseconds. */
function readyLab(world: World, person: PersonaName, taskId: number, left: number): void {
  const userId = personas[person].id
  const placed = world.content.tasks.get(taskId)
  const lab = placed?.task.lab
  if (!placed || !lab) throw new Error(`The task ${taskId} has no lab.`)
  const expires_at = world.startedAt + left
  const ready_at = expires_at - lab.lifetimeSeconds * 1000
  const started_at = ready_at - lab.expectedSeconds * 1000
  const groupId = placed.group.id
  const row = { user_id: userId, group_id: groupId, task_id: taskId, started_at, ready_at, expires_at }
  world.tables.labs.put(keyOf.lab(userId, taskId), row)
}

function leaveGroups({ tables }: World): void {
  for (const row of tables.memberships.values()) {
    tables.memberships.delete(keyOf.membership(row.group_id, row.user_id))
  }
}

function forgetSolves({ tables }: World): void {
  for (const row of tables.solves.values()) tables.solves.delete(keyOf.solve(row.user_id, row.flag_id))
}

type Scenario = (world: World) => void

/** Named ways for a world to begin, laid over the personas before the first call. */
export const scenarios = {
  /** A course in full swing. */
  default: () => {},
  /** Nobody belongs to any group: every list is empty. */
  noGroups: leaveGroups,
  /** The personas have solved nothing yet. */
  freshStart: forgetSolves,
  /** Accounts of a minute ago: no name, no group, nothing solved and no exam ever tried. */
  emptyAccount: world => {
    leaveGroups(world)
    forgetSolves(world)
    const { tables, startedAt } = world
    for (const { id } of tables.attempts.values()) tables.attempts.delete(id)
    for (const { first_name: _, last_name: __, ...user } of tables.users.values()) {
      tables.users.put(user.id, { ...user, created_at: startedAt - minute })
    }
  },
  /** The learning-management system is switched off and messages cannot be sent. */
  brokenNeighbours: world => {
    world.tables.settings.patch('settings', { isLmsEnabled: false, isMailWorking: false })
  },
  /** An upload to the learning-management system fails for three people, each for another reason; everything else is there. */
  lmsPartlyFailed: world => {
    const group = world.content.groups.get(1)
    if (group) sendAllButThree(world, group)
  },
  /** The learning-management system has no such courses. */
  lmsMissingCourse: world => {
    world.tables.settings.patch('settings', { isLmsCourseMissing: true })
  },
  /** Messages cannot be sent, and everything else works. */
  mailBroken: world => {
    world.tables.settings.patch('settings', { isMailWorking: false })
  },
  /** The open championship, group 7, has 100,000 people on its board, the student among them. */
  hugeBoard: world => {
    world.tables.settings.patch('settings', { crowds: { 7: largestCrowd } })
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
  paymentRefused: world => {
    world.tables.settings.patch('settings', { doesBankRefuse: true })
    attempt(world, { orders: [rejectedOrder(world.startedAt)] })
  },
  /** The candidate has just paid; the bank thinks for an hour, and takes the money then. */
  paymentPending: world => {
    attempt(world, { orders: [{ settles_at: world.startedAt + hour, outcome: 'payed' }] })
  },
  /**
   * The candidate has just paid; the bank thinks for 20 seconds, finds too little money and says so by itself. It takes
   * the next payment.
   */
  paymentPendingThenRejected: world => {
    attempt(world, { orders: [{ ...rejectedOrder(world.startedAt + 20_000), is_told: true }] })
  },
  /** Every lab takes four times what is promised. */
  slowLab: world => {
    world.tables.settings.patch('settings', { labStarts: 'slow' })
  },
  /** Every start of a lab breaks off. */
  failedLab: world => {
    world.tables.settings.patch('settings', { labStarts: 'failing' })
  },
  /** The student's lab of task 104 ends in 11 minutes. */
  labEndsSoon: world => readyLab(world, 'student', 104, 11 * minute),
  /** The student's lab of task 104 is ready and has 90 minutes left. */
  labRunning: world => readyLab(world, 'student', 104, 90 * minute),
  /** The candidate has asked for an attempt and has not paid yet. */
  needPay: world => attempt(world, {}),
  /** The candidate has asked for an attempt at the exam without a price, to which nobody has admitted yet. */
  waitsForAdmission: world => attempt(world, { group_id: 8, created_at: world.startedAt }),
  /** The candidate has been admitted and may start. */
  examReady: world => attempt(world, { has_admission: true }),
  /** The candidate's exam began an hour ago. */
  examRunning: world => attempt(world, { has_admission: true, started_at: world.startedAt - hour }),
  /** The candidate's exam has two minutes left. */
  examEndsSoon: world => {
    const started_at = world.startedAt - examHours(world) * hour + 2 * minute
    attempt(world, { has_admission: true, started_at })
  },
  /** The candidate's exam began three hours ago, and the lab of its task 501 ends in 12 minutes. */
  examLabRunning: world => {
    attempt(world, { has_admission: true, started_at: world.startedAt - 3 * hour })
    readyLab(world, 'candidate', 501, 12 * minute)
  },
  /** The candidate's exam is over and its report is due. */
  reportDue: world => attempt(world, { has_admission: true, started_at: world.startedAt - 25 * hour }),
  /** The candidate's report is being reviewed. */
  reportInReview: world => {
    const fields = { has_admission: true, started_at: world.startedAt - 30 * hour }
    attempt(world, { ...fields, report_sent_at: world.startedAt - 2 * hour })
  },
  /** The candidate's newest report has been rejected as well. */
  reportRejected: world => {
    const fields = { has_admission: true, started_at: world.startedAt - 40 * hour }
    const reason = 'Для третьей находки не указано, как её исправить.'
    const review = { outcome: 'rejected', reason, at: world.startedAt - hour } as const
    attempt(world, { ...fields, report_sent_at: world.startedAt - 12 * hour, review })
  },
  /** The candidate has passed. */
  examPassed: world => {
    const fields = { has_admission: true, started_at: world.startedAt - 40 * hour }
    const review = { outcome: 'completed', score: 87, at: world.startedAt - hour } as const
    attempt(world, { ...fields, report_sent_at: world.startedAt - 12 * hour, review })
  },
} satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios
