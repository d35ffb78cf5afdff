import { createRandom } from '../../scripts/lib/seeded-random'
import type { Db } from './db'
import { hashPassword } from './passwords'
import { rejectedOrder } from './payments'
import { type Persona, type PersonaName, personas } from './personas'
import { keyOf } from './tables'

const day = 24 * 3600 * 1000

/** Seeds the personas and their progress. */
export function seedPersonas(db: Db): void {
  for (const persona of Object.values(personas) as readonly Persona[]) seedPersona(db, persona)
  seedRejectedAttempt(db)
  seedAttemptsOfEveryKind(db)
  seedSolves(db, 'student', 1, task => task === 103 || (task > 107 && task % 3 === 0))
  seedSolves(db, 'student', 2, task => task % 3 === 0)
  seedSolves(db, 'student', 4, task => task % 2 === 0)
  seedSolves(db, 'student', 6, task => task % 4 === 0)
  seedSolves(db, 'student', 7, task => task % 5 === 0)
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
    tables.memberships.put(keyOf.membership(groupId, persona.id), {
      group_id: groupId,
      user_id: persona.id,
      is_admin: persona.isAdmin,
      joined_at: startedAt - 50 * day,
    })
  }
}

/** Solves the chosen active tasks, at times spread over the days before the start. */
function seedSolves(db: Db, name: PersonaName, groupId: number, isSolved: (taskId: number) => boolean): void {
  const userId = personas[name].id
  const group = db.content.groups.get(groupId)
  const latest = db.startedAt + Math.min(-3600, group?.endsIn ?? 0) * 1000
  const random = createRandom(db.seed, 'progress', userId, groupId)
  for (const task of db.content.tasksOfGroup.get(groupId) ?? []) {
    if (task.status !== 'active' || !isSolved(task.id)) continue
    const at = Math.round((latest - random.next() * 20 * day) / 1000) * 1000
    for (const flag of task.flags) {
      db.tables.solves.put(keyOf.solve(userId, flag.id), {
        user_id: userId,
        group_id: groupId,
        task_id: task.id,
        flag_id: flag.id,
        at,
      })
    }
  }
}
