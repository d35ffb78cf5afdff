import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { ProfileView } from '../../features/competencies/profile-view'
import { loadTexts } from '../../i18n/init'
import { parseCode } from '../../lib/route-params'
import { sharedProfileQuery } from '../../queries/profile'
import { loadScreen } from '../-load-screen'

export const Route = createFileRoute('/_public/profile/$link')({
  params: { parse: ({ link }) => parseCode(link) !== null && { link } },
  loader: ({ context: { queryClient }, params: { link } }) =>
    loadScreen(loadTexts('competencies'), () => queryClient.query(sharedProfileQuery(link))),
  component: ProfilePage,
})

function ProfilePage() {
  const { t } = useTranslation('common')
  const { link } = Route.useParams()
  const { data: profile } = useSuspenseQuery(sharedProfileQuery(link))
  return (
    <Page title={t('page.profile')}>
      <ProfileView profile={profile} hasLinks={false} />
    </Page>
  )
}
