import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../../packages/contract/schema.gen'
import { groupListQuery, groupQuery } from '../../api/queries/groups'
import { competenciesQuery } from '../../api/queries/profile'
import { useSession } from '../../api/use-session'
import { OwnProfile } from '../../features/profile/own-profile'
import {
  getProfileUnavailableReason,
  getTitleName,
  type ProfileUnavailableReason,
} from '../../features/profile/profile-model'
import { OtherProfile, ProfileUnavailable } from '../../features/profile/profile-view'
import { useBreadcrumbs } from '../../features/shell/breadcrumbs'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { parseId } from '../../lib/route-params'
import { createSearchParser, positiveInteger } from '../../lib/search-params'
import { loadRouteData, loadRouteMessages } from '../-load-route-data'

export const Route = createFileRoute('/_protected/competencies/{-$userId}')({
  staticData: { namespaces: ['competencies', 'sharing'] },
  params: {
    parse: ({ userId }) => {
      if (userId === undefined) return {}
      const id = parseId(userId)
      return id !== null && { userId: id }
    },
    stringify: ({ userId }) => (userId === undefined ? {} : { userId: String(userId) }),
  },
  validateSearch: createSearchParser({ group: positiveInteger }),
  loader: async ({ route, context: { queryClient, session }, params: { userId } }) => {
    const otherId = toOtherUserId(session.getState().user?.id, userId)
    let unavailable: ProfileUnavailableReason | null = null
    const loadProfile = async () => {
      try {
        await queryClient.query(competenciesQuery(otherId))
      } catch (error) {
        unavailable = otherId === undefined ? null : getProfileUnavailableReason(error)
        if (!unavailable) throw error
      }
    }
    await loadRouteData(loadRouteMessages(route), loadProfile)
    return { unavailable: unavailable as ProfileUnavailableReason | null }
  },
  component: CompetenciesPage,
})

/** The own id is the same as none, so both URLs share a query. */
const toOtherUserId = (ownId: number | undefined, userId: number | undefined): number | undefined =>
  userId === ownId ? undefined : userId

function CompetenciesPage() {
  const { userId } = Route.useParams()
  const { unavailable } = Route.useLoaderData()
  const { user } = useSession()
  const otherId = toOtherUserId(user?.id, userId)
  if (otherId === undefined) return <OwnPage />
  if (unavailable) return <UnavailablePage unavailable={unavailable} userId={otherId} />
  return <OtherPage key={otherId} userId={otherId} />
}

function OwnPage() {
  const { t } = useTranslation('competencies')
  const { data: profile } = useSuspenseQuery(competenciesQuery())
  const title = t('own')
  useBreadcrumbs([{ title }])
  useDocumentTitle(title)
  return <OwnProfile profile={profile} />
}

/** The profile may be hidden while its page is open. */
function OtherPage({ userId }: { userId: number }) {
  const { data: profile, error } = useSuspenseQuery(competenciesQuery(userId))
  const unavailable = getProfileUnavailableReason(error)
  return unavailable ? (
    <UnavailablePage unavailable={unavailable} userId={userId} />
  ) : (
    <OpenPage profile={profile} />
  )
}

/** The group from which the profile was opened; its name is known if its page or the list was. */
const useGroupCrumb = () => {
  const { t } = useTranslation('competencies')
  const { group: groupId = 0 } = Route.useSearch()
  const { data: group } = useQuery({ ...groupQuery(groupId), enabled: false })
  const { data: groups } = useQuery({ ...groupListQuery(), enabled: false })
  if (!groupId) return []
  const known = group ?? groups?.find(({ id }) => id === groupId)
  const link = { to: '/group/$groupId', params: { groupId } } as const
  return [{ title: known?.name ?? t('group'), link }]
}

function OpenPage({ profile }: { profile: Profile }) {
  const { t } = useTranslation('competencies')
  const title = getTitleName(profile) ?? t('someone')
  useBreadcrumbs([...useGroupCrumb(), { title }])
  useDocumentTitle(title)
  return <OtherProfile profile={profile} />
}

function UnavailablePage({ unavailable, userId }: { unavailable: ProfileUnavailableReason; userId: number }) {
  const { t } = useTranslation('competencies')
  const title = t(`${unavailable}.title`)
  useBreadcrumbs([...useGroupCrumb(), { title }])
  useDocumentTitle(title)
  return <ProfileUnavailable reason={unavailable} userId={userId} />
}
