import { personas } from './personas'
import type { World } from './world'

/** Named ways for a world to begin, laid over the personas before the first call. */
export const scenarios = {
  /** A course in full swing. */
  default: () => {},
  /** Nobody belongs to any group: every list is empty. */
  noGroups: (world: World) => {
    for (const row of world.tables.memberships.values()) {
      world.tables.memberships.delete(`${row.group_id}:${row.user_id}`)
    }
  },
  /** The personas have solved nothing yet. */
  freshStart: (world: World) => {
    for (const row of world.tables.solves.values())
      world.tables.solves.delete(`${row.user_id}:${row.flag_id}`)
  },
  /** The learning-management system is switched off and messages cannot be sent. */
  brokenNeighbours: (world: World) => {
    world.tables.settings.patch('settings', { isLmsEnabled: false, isMailWorking: false })
  },
  /** The bank refuses every payment, and the candidate's newest attempt waits for one. */
  paymentRefused: (world: World) => {
    const { startedAt, tables } = world
    tables.attempts.put(1, {
      id: 1,
      user_id: personas.candidate.id,
      group_id: 5,
      created_at: startedAt - 600_000,
      payment_settles_at: startedAt - 300_000,
      payment_outcome: 'rejected',
    })
  },
} satisfies Record<string, (world: World) => void>

export type ScenarioName = keyof typeof scenarios
