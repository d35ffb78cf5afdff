import type { Profile } from '../../src/api/schema.gen'
import type { Db } from '../platform/db'
import { activityOf, competencyOf, type Subject, shareLinkOf, totalsOf } from '../platform/profiles'

/** A profile as its owner, another user or a visitor with the link sees it; only the owner sees the link. */
export function viewProfile(db: Db, subject: Subject, reader: 'owner' | 'other'): Profile {
  const competencies = db.content.competencies.map(competency => competencyOf(db, subject, competency))
  const link = shareLinkOf(db, subject.id)
  const { id, username, first_name, last_name } = subject
  return {
    user: { id, username, ...(first_name && { first_name }), ...(last_name && { last_name }) },
    is_public: link !== undefined,
    ...(reader === 'owner' && link !== undefined && { share_link: link }),
    competencies,
    totals: totalsOf(db, subject),
    activity: activityOf(subject),
  }
}
