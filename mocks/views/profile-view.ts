import type { Profile } from '../../src/api/schema.gen'
import type { Db } from '../platform/db'
import { getActivity, getCompetency, getShareLink, getTotals, type ProfileOwner } from '../platform/profiles'

/** Only the owner sees the share link. */
export function viewProfile(db: Db, owner: ProfileOwner, reader: 'owner' | 'other'): Profile {
  const competencies = db.content.competencies.map(competency => getCompetency(db, owner, competency))
  const link = getShareLink(db, owner.id)
  const { id, username, first_name, last_name } = owner
  return {
    user: { id, username, ...(first_name && { first_name }), ...(last_name && { last_name }) },
    is_public: link !== undefined,
    ...(reader === 'owner' && link !== undefined && { share_link: link }),
    competencies,
    totals: getTotals(db, owner),
    activity: getActivity(owner),
  }
}
