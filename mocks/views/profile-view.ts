import type { Profile } from '../../src/api/schema.gen'
import { activityOf, competencyOf, type Subject, shareLinkOf, totalsOf } from '../world/profiles'
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
    totals: totalsOf(world, subject),
    activity: activityOf(subject),
  }
}
