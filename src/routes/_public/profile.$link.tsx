import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { sharedProfileQuery } from '../../api/queries/profile'
import { getTitleName, isDeadLink } from '../../features/profile/profile-model'
import { DeadLink, ProfileView } from '../../features/profile/profile-view'
import { Page } from '../../features/shell/page'
import { parseCode } from '../../lib/route-params'
import { loadRouteData, loadRouteMessages } from '../-load-route-data'

export const Route = createFileRoute('/_public/profile/$link')({
  staticData: { namespaces: ['competencies', 'sharing'] },
  // No `params.parse`: a malformed link must look like an expired one, not like an unknown path.
  loader: async ({ route, context: { queryClient }, params }) => {
    const link = parseCode(params.link)
    let isOpen = link !== null
    await loadRouteData(loadRouteMessages(route), async () => {
      if (link === null) return
      try {
        await queryClient.query(sharedProfileQuery(link))
      } catch (error) {
        if (!isDeadLink(error)) throw error
        isOpen = false
      }
    })
    return { isOpen }
  },
  component: ProfilePage,
})

function ProfilePage() {
  const { link } = Route.useParams()
  const { isOpen } = Route.useLoaderData()
  return isOpen ? <SharedProfile key={link} link={link} /> : <DeadProfile />
}

/** The link may be revoked while its page is open. */
const SharedProfile = ({ link }: { link: string }) => {
  const { t } = useTranslation(['sharing', 'common'])
  const { data: profile, error } = useSuspenseQuery(sharedProfileQuery(link))
  if (isDeadLink(error)) return <DeadProfile />
  const name = getTitleName(profile)
  return (
    <Page title={name ? t('page.title', { name }) : t('page.profile', { ns: 'common' })}>
      <ProfileView profile={profile} hasLinks={false} />
      <p className="max-w-prose text-sm text-muted">{t('page.about')}</p>
    </Page>
  )
}

const DeadProfile = () => {
  const { t } = useTranslation('common')
  return (
    <Page title={t('page.profile')}>
      <DeadLink />
    </Page>
  )
}
