import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../features/app-shell/page'
import { ProfileView } from '../../features/competencies/profile-view'
import { subtitleName, titleName } from '../../features/competencies/profile-view-model'
import { DeadLink } from '../../features/profile-sharing/dead-link'
import { isDeadLink } from '../../features/profile-sharing/is-dead-link'
import { parseCode } from '../../lib/route-params'
import { sharedProfileQuery } from '../../queries/profile'
import { loadScreen, routeTexts } from '../-load-screen'

export const Route = createFileRoute('/_public/profile/$link')({
  staticData: { texts: ['competencies', 'sharing'] },
  // No `params.parse`: what cannot be a link at all must look like one that is dead, not like an unknown path.
  loader: async ({ route, context: { queryClient }, params }) => {
    const link = parseCode(params.link)
    let isOpen = link !== null
    await loadScreen(routeTexts(route), async () => {
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

/** A link that was taken back while its page stood open is as dead as any other. */
const SharedProfile = ({ link }: { link: string }) => {
  const { t } = useTranslation(['sharing', 'common'])
  const { data: profile, error } = useSuspenseQuery(sharedProfileQuery(link))
  if (isDeadLink(error)) return <DeadProfile />
  const name = titleName(profile)
  const username = subtitleName(profile)
  return (
    <Page
      title={name ? t('page.title', { name }) : t('page.profile', { ns: 'common' })}
      lead={username && <bdi className="[overflow-wrap:anywhere]">{username}</bdi>}
    >
      <ProfileView profile={profile} hasLinks={false} />
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
