import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../../packages/contract/schema.gen'
import { competenciesQuery } from '../../api/queries/profile'
import { useSession } from '../../api/use-session'
import { VerifyEmailActions } from '../../features/auth/verify-email'
import {
  getProfileUnavailableReason,
  getTitleName,
  hasProfile,
  type ProfileUnavailableReason,
} from '../../features/profile/profile-model'
import { ProfileNotSupported, ProfileUnavailable, ProfileView } from '../../features/profile/profile-view'
import { SharePanel } from '../../features/profile/share-panel'
import { useBreadcrumbs } from '../../features/shell/breadcrumbs'
import { Page } from '../../features/shell/page'
import { parseId } from '../../lib/route-params'
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
  const { user } = useSession()
  const { data: profile } = useSuspenseQuery(competenciesQuery())
  useBreadcrumbs([{ title: t('own') }])
  const share = (
    <div data-no-print>
      <SharePanel profile={profile} />
    </div>
  )
  return (
    <Page title={t('own')}>
      {hasProfile(profile) ? (
        <ProfileView
          profile={profile}
          hasLinks
          verifyActions={
            user?.email_verified === false ? <VerifyEmailActions isCentred isCheckPrimary /> : undefined
          }
          aside={share}
        />
      ) : (
        <>
          <ProfileNotSupported />
          {share}
        </>
      )}
    </Page>
  )
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

function OpenPage({ profile }: { profile: Profile }) {
  const { t } = useTranslation('competencies')
  const title = t('other', { name: getTitleName(profile) ?? t('someone') })
  useBreadcrumbs([{ title }])
  return (
    <Page title={title}>
      <ProfileView profile={profile} hasLinks={false} />
    </Page>
  )
}

function UnavailablePage({ unavailable, userId }: { unavailable: ProfileUnavailableReason; userId: number }) {
  const { t } = useTranslation('competencies')
  const title = t(`${unavailable}.title`)
  useBreadcrumbs([{ title }])
  return (
    <Page title={title}>
      <ProfileUnavailable reason={unavailable} userId={userId} />
    </Page>
  )
}
