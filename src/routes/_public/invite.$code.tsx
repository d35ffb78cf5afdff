import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { InviteGroup } from '../../../packages/contract/schema.gen'
import { inviteQuery } from '../../api/queries/auth'
import { BadInvite, InvitedGroup, InviteEntry } from '../../features/auth/invite-page'
import { isBadInvite } from '../../features/auth/model'
import { InviteForm } from '../../features/groups/invite-form'
import { Page } from '../../features/shell/page'
import { lazyComponent } from '../../i18n/lazy-component'
import { parseCode, trimCode } from '../../lib/route-params'
import { Card } from '../../ui/card'
import { loadRouteData, loadRouteMessages } from '../-load-route-data'

export const Route = createFileRoute('/_public/invite/$code')({
  staticData: { namespaces: ['invite', 'groups'] },
  params: { parse: ({ code }) => ({ code: trimCode(code) || code }) },
  loader: async ({ route, context: { queryClient }, params: { code } }) => {
    // An invalid code is no error, and errors are not cached: the loader returns null.
    let group = null as InviteGroup | null
    await loadRouteData(loadRouteMessages(route), async () => {
      // A malformed code is invalid too and never becomes part of an API path.
      if (parseCode(code) === null) return
      try {
        group = await queryClient.query(inviteQuery(code))
      } catch (error) {
        if (!isBadInvite(error)) throw error
      }
    })
    return group
  },
  component: InvitePage,
})

const PasswordForm = lazyComponent(
  () => import('../../features/profile/account-forms').then(part => part.PasswordForm),
  'account',
)

function InvitePage() {
  const { t } = useTranslation('common')
  const { code } = Route.useParams()
  const group = Route.useLoaderData()
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-6">
      <Page title={t('page.invite')}>
        {group ? (
          <Card padding="none" className="divide-y divide-line">
            <InvitedGroup group={group} />
            <InviteEntry code={code} groupId={group.id} PasswordForm={PasswordForm} />
          </Card>
        ) : (
          <BadInvite code={code} form={<InviteForm isMain />} />
        )}
      </Page>
    </div>
  )
}
