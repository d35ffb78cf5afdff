import { queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import type { Profile } from '../../../packages/contract/schema.gen'
import { ApiError } from '../errors'
import { q } from '../query'

/** Competencies of another user. 403 for a private profile. */
export const userCompetenciesQuery = (userId: number) =>
  q('getCompetencies', { params: { query: { user_id: userId } } })

/** Competencies of the current or another user. */
export const competenciesQuery = (userId?: number) =>
  userId === undefined ? ownQuery() : userCompetenciesQuery(userId)

/** The operation is optional: without it the own profile is empty, but can be shared. */
const toEmptyIfUnsupported = (error: unknown): Profile => {
  if (error instanceof ApiError && (error.status === 404 || error.status === 405)) return {}
  throw error
}

/** Keeps the result of sharing if the response doesn't contain it. */
const mergeSharing = (before: unknown, next: unknown): unknown => {
  const { is_public, share_link } = (before ?? {}) as Profile
  const isPublic = (next as Profile).is_public ?? is_public
  return replaceEqualDeep(before, {
    ...(isPublic !== undefined && { is_public: isPublic }),
    ...(isPublic && share_link && { share_link }),
    ...(next as Profile),
  })
}

const ownQuery = () => {
  const { queryKey, queryFn } = q('getCompetencies')
  return {
    ...queryOptions<Profile, ApiError>({
      queryKey,
      queryFn: async context => {
        try {
          return (await queryFn?.(context)) ?? {}
        } catch (error) {
          return toEmptyIfUnsupported(error)
        }
      },
    }),
    structuralSharing: mergeSharing,
  }
}
/** A profile by its share link; 404 for an invalid link. */
export const sharedProfileQuery = (link: string) => q('getSharedProfile', { params: { path: { link } } })
