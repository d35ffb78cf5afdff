import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { Page } from '../../features/app-shell/page'
import { ProfileView } from '../../features/competencies/profile-view'
import { SharePanel } from '../../features/profile-sharing/share-panel'
import { loadTexts } from '../../i18n/init'
import { parseId } from '../../lib/route-params'
import { competenciesQuery } from '../../queries/profile'
import { loadScreen } from '../-load-screen'

export const Route = createFileRoute('/_protected/competencies/{-$userId}')({
  params: {
    parse: ({ userId }) => {
      if (userId === undefined) return {}
      const id = parseId(userId)
      return id !== null && { userId: id }
    },
    stringify: ({ userId }) => (userId === undefined ? {} : { userId: String(userId) }),
  },
  loader: ({ context: { queryClient }, params: { userId } }) =>
    loadScreen(loadTexts('competencies', 'sharing'), () => queryClient.query(competenciesQuery(userId))),
  component: CompetenciesPage,
})

function CompetenciesPage() {
  const { t } = useTranslation('common')
  const { userId } = Route.useParams()
  const { user } = useSession()
  const { data: profile } = useSuspenseQuery(competenciesQuery(userId))
  return (
    <Page title={t('page.competencies')}>
      {profile.user.id === user?.id && <SharePanel profile={profile} />}
      <ProfileView profile={profile} hasLinks={profile.user.id === user?.id} />
    </Page>
  )
}
