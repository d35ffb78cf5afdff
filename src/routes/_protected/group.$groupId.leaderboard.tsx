import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { useBreadcrumbs } from '../../features/app-shell/breadcrumbs'
import { Page } from '../../features/app-shell/page'
import { parseBoardSearch } from '../../features/leaderboard/board-search'
import { Leaderboard } from '../../features/leaderboard/leaderboard'
import { UpdatedAgo } from '../../features/leaderboard/updated-ago'
import { loadTexts } from '../../i18n/init'
import { groupQuery, leaderboardQuery } from '../../queries/groups'
import { loadScreen } from '../-load-screen'
import { GroupErrorPage } from './-group-error'
import { groupParams } from './-group-params'

export const Route = createFileRoute('/_protected/group/$groupId/leaderboard')({
  params: groupParams,
  validateSearch: parseBoardSearch,
  loader: ({ context: { queryClient }, params: { groupId } }) =>
    loadScreen(
      loadTexts('groups', 'leaderboard'),
      () => queryClient.query(groupQuery(groupId)),
      () => queryClient.query(leaderboardQuery(groupId)),
    ),
  errorComponent: GroupErrorPage,
  component: LeaderboardPage,
})

function LeaderboardPage() {
  const { t } = useTranslation(['leaderboard', 'common'])
  const { groupId } = Route.useParams()
  const { user } = useSession()
  const { data: group } = useSuspenseQuery(groupQuery(groupId))
  const board = useSuspenseQuery(leaderboardQuery(groupId))
  const navigate = useNavigate({ from: Route.fullPath })
  useBreadcrumbs([
    { title: t('page.groups', { ns: 'common' }), link: { to: '/groups' } },
    { title: group.name, link: { to: '/group/$groupId', params: { groupId } } },
    { title: t('title') },
  ])
  return (
    <Page
      title={t('title')}
      eyebrow={<bdi>{group.name}</bdi>}
      lead={<UpdatedAgo at={board.dataUpdatedAt} hasFailed={board.isRefetchError} />}
    >
      <Leaderboard
        rows={board.data.rows}
        userId={user?.id ?? 0}
        search={Route.useSearch()}
        onSearch={search => void navigate({ search, replace: true, resetScroll: false })}
      />
    </Page>
  )
}
