import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router'
import { type ComponentProps, useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { getAccessDeniedReason } from '../../api/access-denied-reason'
import { createHiddenLeaderboardError, groupQuery, leaderboardQuery } from '../../api/queries/groups'
import { useSession } from '../../api/use-session'
import { BoardActions, UpdatedAgo } from '../../features/leaderboard/board-actions'
import { BoardViews } from '../../features/leaderboard/board-views'
import { Leaderboard } from '../../features/leaderboard/leaderboard'
import { getOwnRowId, getTieRule } from '../../features/leaderboard/model'
import type { Presenter as PresenterComponent } from '../../features/leaderboard/presenter'
import { type BoardSearch, parseBoardSearch } from '../../features/leaderboard/search'
import { withShortNames } from '../../features/leaderboard/short-names'
import { hasSolves } from '../../features/leaderboard/solves'
import { useBreadcrumbs } from '../../features/shell/breadcrumbs'
import { Page } from '../../features/shell/page'
import { getStoredLanguage } from '../../i18n/language'
import { lazyComponent } from '../../i18n/lazy-component'
import { SectionBoundary } from '../../i18n/section-boundary'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { prepareFormats } from '../../lib/format'
import { groupParams } from '../../lib/route-params'
import { Button } from '../../ui/button'
import { ErrorBoundary } from '../../ui/error-boundary'
import { PageTitle } from '../../ui/page-title'
import { SectionError } from '../../ui/section-error'
import { GroupErrorPage } from '../-group-error'
import { loadGroupNameOnDenied, loadRouteData, loadRouteMessages } from '../-load-route-data'

export const Route = createFileRoute('/_protected/group/$groupId/leaderboard')({
  staticData: { namespaces: ['groups', 'leaderboard'] },
  params: groupParams,
  validateSearch: parseBoardSearch,
  loader: ({ route, context: { queryClient }, params: { groupId } }) => {
    const routeData = loadRouteData(
      loadRouteMessages(route),
      async () => {
        const group = await queryClient.query(groupQuery(groupId))
        if (group.hide_leaderboard) throw createHiddenLeaderboardError()
      },
      () => queryClient.query(leaderboardQuery(groupId)),
    )
    // Uses the time while the requests are pending.
    prepareFormats(getStoredLanguage())
    return loadGroupNameOnDenied(queryClient, routeData)
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
  // Access may be denied while the page is open: do not show stale ranks.
  if (getAccessDeniedReason(board.error)) throw board.error
  if (group.hide_leaderboard) throw createHiddenLeaderboardError()
  const navigate = useNavigate({ from: Route.fullPath })
  const changeSearch = useCallback(
    (change: (before: BoardSearch) => BoardSearch) =>
      void navigate({ search: change, replace: true, resetScroll: false }),
    [navigate],
  )
  const { history } = useRouter()
  const isPresented = search.view === 'presenter'
  const presenterEntry = useRef<'pushed' | 'leaving' | null>(null)
  const present = () => {
    presenterEntry.current = 'pushed'
    void navigate({ search: before => ({ ...before, view: 'presenter' }) })
  }
  // Goes back if this page pushed the entry, so that Back then leaves the leaderboard.
  const leave = useCallback(() => {
    if (presenterEntry.current === 'leaving') return
    if (presenterEntry.current === null) return changeSearch(({ view: _, ...before }) => before)
    presenterEntry.current = 'leaving'
    history.back()
  }, [changeSearch, history])
  const wasPresented = useRef(false)
  useEffect(() => {
    wasPresented.current = isPresented
    if (!isPresented) presenterEntry.current = null
  }, [isPresented])
  useBreadcrumbs([
    { title: t('page.groups', { ns: 'common' }), link: { to: '/groups' } },
    { title: group.name, link: { to: '/group/$groupId', params: { groupId } } },
    { title: t('title') },
  ])
  const hasShortNames = search.names === 'short'
  const shown = useMemo(
    () => (hasShortNames ? { ...board.data, rows: withShortNames(board.data.rows) } : board.data),
    [board.data, hasShortNames],
  )
  const { rows } = shown
  const toggleNames = () =>
    changeSearch(({ names, ...before }) => (names ? before : { ...before, names: 'short' as const }))
  const isMatrix = search.view === 'matrix' && hasSolves(rows)
  const updated = <UpdatedAgo readAt={board.dataUpdatedAt} hasFailed={board.isRefetchError} />
  if (isPresented)
    return (
      <PresenterView
        rows={rows}
        group={group}
        updated={updated}
        onExit={leave}
        hasShortNames={hasShortNames}
        onToggleNames={() => {
          // Going back would show the names as they were before.
          presenterEntry.current = null
          toggleNames()
        }}
      />
    )
  const userId = getOwnRowId(board.data, user)
  const tieRule = getTieRule(board.data.rows)
  return (
    <Page
      title={t('title')}
      lead={
        <div className="flex flex-wrap gap-x-4 text-sm text-pretty">
          {tieRule && <span>{t(`tie.${tieRule}`)}</span>}
          <span>{updated}</span>
        </div>
      }
      actions={
        <BoardActions
          rows={rows}
          savedRows={board.data.rows}
          hasShortNames={hasShortNames}
          onToggleNames={toggleNames}
          userId={userId}
          groupName={group.name}
          readAt={board.dataUpdatedAt}
          isAdmin={group.is_admin === true}
          onPresent={present}
          shouldRestoreFocus={wasPresented.current}
        />
      }
    >
      {hasSolves(rows) && <BoardViews groupId={groupId} isMatrix={isMatrix} />}
      {isMatrix ? (
        <SectionBoundary title={t('view.failed')}>
          <WhoSolved group={group} rows={rows} userId={userId} search={search} onSearch={changeSearch} />
        </SectionBoundary>
      ) : (
        <Leaderboard
          board={shown}
          groupId={groupId}
          userId={userId}
          isAdmin={group.is_admin === true}
          search={search}
          onSearch={changeSearch}
        />
      )}
    </Page>
  )
}

const WhoSolved = lazyComponent(
  () => import('../../features/leaderboard/who-solved').then(part => part.WhoSolved),
  'solves',
)

const Presenter = lazyComponent(
  () => import('../../features/leaderboard/presenter').then(part => part.Presenter),
  'leaderboard',
)

/** The presenter view of the leaderboard; if it fails to load, there is a way back. */
const PresenterView = (props: ComponentProps<typeof PresenterComponent>) => {
  const { t } = useTranslation(['leaderboard', 'common'])
  useDocumentTitle(t('title'))
  return (
    <ErrorBoundary
      fallback={retry => (
        <>
          <PageTitle>{t('title')}</PageTitle>
          <SectionError
            title={t('presenter.failed')}
            action={
              <>
                <Button onClick={retry}>{t('retry', { ns: 'common' })}</Button>
                <Button onClick={props.onExit}>{t('presenter.leave')}</Button>
              </>
            }
          />
        </>
      )}
    >
      <Presenter {...props} />
    </ErrorBoundary>
  )
}
