import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { useBreadcrumbs } from '../../features/app-shell/breadcrumbs'
import { Page } from '../../features/app-shell/page'
import { refusalOf } from '../../features/group-refused/refusal'
import { type BoardSearch, parseBoardSearch } from '../../features/leaderboard/board-search'
import { BoardTools } from '../../features/leaderboard/board-tools'
import { Leaderboard } from '../../features/leaderboard/leaderboard'
import { UpdatedAgo } from '../../features/leaderboard/updated-ago'
import { keptLanguage } from '../../i18n/language'
import { prepareFormats } from '../../lib/format'
import { ownRowId } from '../../queries/board-place'
import { groupQuery, hiddenBoard, leaderboardQuery } from '../../queries/groups'
import { PresenterView } from '../-board-parts'
import { loadScreen, routeTexts } from '../-load-screen'
import { GroupErrorPage } from './-group-error'
import { withGroupName } from './-group-name'
import { groupParams } from './-group-params'

export const Route = createFileRoute('/_protected/group/$groupId/leaderboard')({
  staticData: { texts: ['groups', 'leaderboard'] },
  params: groupParams,
  validateSearch: parseBoardSearch,
  loader: ({ route, context: { queryClient }, params: { groupId } }) => {
    const screen = loadScreen(
      routeTexts(route),
      async () => {
        const group = await queryClient.query(groupQuery(groupId))
        if (group.hide_leaderboard) throw hiddenBoard()
      },
      () => queryClient.query(leaderboardQuery(groupId)),
    )
    // While the answers are on their way nothing else has to be done.
    prepareFormats(keptLanguage())
    return withGroupName(queryClient, screen)
  },
  errorComponent: GroupErrorPage,
  component: LeaderboardPage,
})

function LeaderboardPage() {
  const { t } = useTranslation(['leaderboard', 'common'])
  const { groupId } = Route.useParams()
  const { user } = useSession()
  const search = Route.useSearch()
  const { data: group } = useSuspenseQuery(groupQuery(groupId))
  const board = useSuspenseQuery(leaderboardQuery(groupId))
  // The group has been closed, or its board hidden, since: places that nobody may see any more do not stay.
  if (refusalOf(board.error)) throw board.error
  if (group.hide_leaderboard) throw hiddenBoard()
  const navigate = useNavigate({ from: Route.fullPath })
  const changeSearch = useCallback(
    (change: (before: BoardSearch) => BoardSearch) =>
      void navigate({ search: change, replace: true, resetScroll: false }),
    [navigate],
  )
  const { history } = useRouter()
  const isPresented = search.view === 'presenter'
  const show = useRef<'pushed' | 'leaving' | null>(null)
  const present = () => {
    show.current = 'pushed'
    void navigate({ search: before => ({ ...before, view: 'presenter' }) })
  }
  // What this page has put into the history it takes out again: the next "Back" then leads away from the board.
  const leave = useCallback(() => {
    if (show.current === 'leaving') return
    if (show.current === null) return changeSearch(({ view: _, ...before }) => before)
    show.current = 'leaving'
    history.back()
  }, [changeSearch, history])
  const wasPresented = useRef(false)
  useEffect(() => {
    wasPresented.current = isPresented
    if (!isPresented) show.current = null
  }, [isPresented])
  useBreadcrumbs([
    { title: t('page.groups', { ns: 'common' }), link: { to: '/groups' } },
    { title: group.name, link: { to: '/group/$groupId', params: { groupId } } },
    { title: t('title') },
  ])
  const { rows } = board.data
  const updated = <UpdatedAgo at={board.dataUpdatedAt} hasFailed={board.isRefetchError} />
  if (isPresented)
    return <PresenterView rows={rows} groupName={group.name} updated={updated} onLeave={leave} />
  const userId = ownRowId(board.data, user)
  return (
    <Page
      title={t('title')}
      eyebrow={<bdi>{group.name}</bdi>}
      lead={updated}
      actions={
        <BoardTools
          rows={rows}
          userId={userId}
          groupName={group.name}
          at={board.dataUpdatedAt}
          onPresent={present}
          isBack={wasPresented.current}
        />
      }
    >
      <Leaderboard
        board={board.data}
        groupId={groupId}
        userId={userId}
        isAdmin={group.is_admin === true}
        search={search}
        onSearch={changeSearch}
      />
    </Page>
  )
}
