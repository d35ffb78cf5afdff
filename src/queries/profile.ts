import { q } from '../api/query'

/** The competencies of the reader, or of another person (specification §2, `/competencies/{user_id?}`). Refused with 403 when that profile is private. */
export const competenciesQuery = (userId?: number) =>
  userId === undefined
    ? q('get', '/user/competencies')
    : q('get', '/user/competencies', { params: { query: { user_id: userId } } })

/** A profile that was shared by its secret link (specification §7). 404 for every link that opens nothing. */
export const sharedProfileQuery = (link: string) =>
  q('get', '/user/profile/by_shared_link/{link}', { params: { path: { link } } })
