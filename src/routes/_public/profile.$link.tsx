import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../../packages/contract/schema.gen'
import { sharedProfileQuery } from '../../api/queries/profile'
import { getTitleName, isDeadLink } from '../../features/profile/profile-model'
import { DeadLink } from '../../features/profile/profile-view'
import { PublicProfile } from '../../features/profile/public-profile'
import { useDocumentTitle } from '../../i18n/use-document-title'
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
  const { data: profile, error } = useSuspenseQuery(sharedProfileQuery(link))
  return isDeadLink(error) ? <DeadProfile /> : <OpenProfile profile={profile} link={link} />
}

const OpenProfile = ({ profile, link }: { profile: Profile; link: string }) => {
  const { t } = useTranslation('common')
  useDocumentTitle(getTitleName(profile) ?? t('page.profile'))
  return <PublicProfile profile={profile} link={link} />
}

const DeadProfile = () => {
  const { t } = useTranslation('sharing')
  useDocumentTitle(t('dead.title'))
  return <DeadLink />
}
