import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../api/schema.gen'
import { useSession } from '../../api/use-session'
import { useBreadcrumbs } from '../../features/app-shell/breadcrumbs'
import { Page } from '../../features/app-shell/page'
import { type ProfileRefusal, profileRefusal } from '../../features/competencies/profile-refusal'
import { ProfileRefused } from '../../features/competencies/profile-refused'
import { NoProfile, ProfileView } from '../../features/competencies/profile-view'
import { hasProfile, subtitleName, titleName } from '../../features/competencies/profile-view-model'
import { SharePanel } from '../../features/profile-sharing/share-panel'
import { VerifyEmailActions } from '../../features/verify-email/verify-email-actions'
import { parseId } from '../../lib/route-params'
import { competenciesQuery } from '../../queries/profile'
import { loadScreen, routeTexts } from '../-load-screen'

export const Route = createFileRoute('/_protected/competencies/{-$userId}')({
  staticData: { texts: ['competencies', 'sharing'] },
  params: {
    parse: ({ userId }) => {
      if (userId === undefined) return {}
      const id = parseId(userId)
      return id !== null && { userId: id }
    },
    stringify: ({ userId }) => (userId === undefined ? {} : { userId: String(userId) }),
  },
  loader: async ({ route, context: { queryClient, session }, params: { userId } }) => {
    const otherId = otherThan(session.getState().user?.id, userId)
    let refusal: ProfileRefusal | null = null
    const read = async () => {
      try {
        await queryClient.query(competenciesQuery(otherId))
      } catch (error) {
        refusal = otherId === undefined ? null : profileRefusal(error)
        if (!refusal) throw error
      }
    }
    await loadScreen(routeTexts(route), read)
    return { refusal: refusal as ProfileRefusal | null }
  },
  component: CompetenciesPage,
})

/** The own number names the own page: one answer serves both addresses. */
const otherThan = (ownId: number | undefined, userId: number | undefined): number | undefined =>
  userId === ownId ? undefined : userId

function CompetenciesPage() {
  const { userId } = Route.useParams()
  const { refusal } = Route.useLoaderData()
  const { user } = useSession()
  const otherId = otherThan(user?.id, userId)
  if (otherId === undefined) return <OwnPage />
  if (refusal) return <RefusedPage refusal={refusal} userId={otherId} />
  return <OtherPage key={otherId} userId={otherId} />
}

function OwnPage() {
  const { t } = useTranslation('competencies')
  const { user } = useSession()
  const { data: profile } = useSuspenseQuery(competenciesQuery())
  useBreadcrumbs([{ title: t('own') }])
  return (
    <Page title={t('own')}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22.5rem]">
        {hasProfile(profile) ? (
          <ProfileView
            profile={profile}
            hasLinks
            verifyActions={
              user?.email_verified === false ? <VerifyEmailActions isCentred isPrimary /> : undefined
            }
          />
        ) : (
          <NoProfile />
        )}
        <div data-no-print>
          <SharePanel profile={profile} />
        </div>
      </div>
    </Page>
  )
}

/** A profile that was hidden while its page stood open is as closed as any other. */
function OtherPage({ userId }: { userId: number }) {
  const { data: profile, error } = useSuspenseQuery(competenciesQuery(userId))
  const refusal = profileRefusal(error)
  return refusal ? <RefusedPage refusal={refusal} userId={userId} /> : <OpenPage profile={profile} />
}

function OpenPage({ profile }: { profile: Profile }) {
  const { t } = useTranslation('competencies')
  const title = t('other', { name: titleName(profile) ?? t('someone') })
  const username = subtitleName(profile)
  useBreadcrumbs([{ title }])
  return (
    <Page title={title} lead={username && <bdi className="[overflow-wrap:anywhere]">{username}</bdi>}>
      <ProfileView profile={profile} hasLinks={false} />
    </Page>
  )
}

function RefusedPage({ refusal, userId }: { refusal: ProfileRefusal; userId: number }) {
  const { t } = useTranslation('competencies')
  const title = t(`${refusal}.title`)
  useBreadcrumbs([{ title }])
  return (
    <Page title={title}>
      <ProfileRefused refusal={refusal} userId={userId} />
    </Page>
  )
}
