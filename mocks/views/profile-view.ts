import type { Profile } from '../../src/api/schema.gen'
import { activityOf, competencyOf, type Subject, shareLinkOf } from '../world/profiles'
import type { World } from '../world/world'

/** A profile as its owner, another user or a visitor with the link sees it; only the owner sees the link. */
export function viewProfile(world: World, subject: Subject, reader: 'owner' | 'other'): Profile {
  const competencies = world.content.competencies.map(competency => competencyOf(world, subject, competency))
  const link = shareLinkOf(world, subject.id)
  const { id, username, first_name, last_name } = subject
  return {
    user: { id, username, ...(first_name && { first_name }), ...(last_name && { last_name }) },
    is_public: link !== undefined,
    ...(reader === 'owner' && link !== undefined && { share_link: link }),
    competencies,
    totals: {
      points: sumOf(competencies, 'points'),
      points_total: sumOf(competencies, 'points_total'),
      tasks_solved: sumOf(competencies, 'tasks_solved'),
      tasks_total: sumOf(competencies, 'tasks_total'),
    },
    activity: activityOf(subject),
  }
}

function sumOf<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0)
}
