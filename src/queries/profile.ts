import { queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import { ApiError } from '../api/errors'
import { q } from '../api/query'
import type { Profile } from '../api/schema.gen'

/** The competencies of the reader, or of another person (specification §2, `/competencies/{user_id?}`). Refused with 403 when that profile is private. */
export const competenciesQuery = (userId?: number) =>
  userId === undefined
    ? ownQuery()
    : q('get', '/user/competencies', { params: { query: { user_id: userId } } })

/** The specification lists no such call: on a platform without it the own profile is empty, and can be shared all the same. */
const emptyWithoutCall = (error: unknown): Profile => {
  if (error instanceof ApiError && (error.status === 404 || error.status === 405)) return {}
  throw error
}

/** What a share or a hide has answered stays known where no reading says anything of it. */
const keepSharing = (before: unknown, next: unknown): unknown => {
  const { is_public, share_link } = (before ?? {}) as Profile
  const isPublic = (next as Profile).is_public ?? is_public
  return replaceEqualDeep(before, {
    ...(isPublic !== undefined && { is_public: isPublic }),
    ...(isPublic && share_link && { share_link }),
    ...(next as Profile),
  })
}

const ownQuery = () => {
  const { queryKey, queryFn } = q('get', '/user/competencies')
  return {
    ...queryOptions<Profile, ApiError>({
      queryKey,
      queryFn: async context => {
        try {
          return (await queryFn?.(context)) ?? {}
        } catch (error) {
          return emptyWithoutCall(error)
        }
      },
    }),
    structuralSharing: keepSharing,
  }
}
/** A profile that was shared by its secret link (specification §7). 404 for every link that opens nothing. */
export const sharedProfileQuery = (link: string) =>
  q('get', '/user/profile/by_shared_link/{link}', { params: { path: { link } } })
