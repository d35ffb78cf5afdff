import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupListQuery } from '../../api/queries/groups'
import { type GroupPhase, type GroupSummary, getGroupPhase } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { LazyVerifyPage } from '../../features/auth/public'
import { NoGroups } from '../../features/groups/group-list'
import { GroupRows, getGroupColumns } from '../../features/groups/group-rows'
import { HomeSkeleton } from '../../features/home/home-skeleton'
import { NextStep } from '../../features/home/next-step'
import { Page } from '../../features/shell/page'
import { PendingPage } from '../../features/shell/route-error-page'
import { formatNumber } from '../../lib/format'
import { useAnnounceChange } from '../../lib/hooks'
import { serverClock } from '../../lib/server-clock'
import { useSearchKey } from '../../lib/shortcuts'
import { matchesText } from '../../lib/text'
import { ErrorBoundary } from '../../ui/error-boundary'
import { SearchInput } from '../../ui/search-input'
import { PendingScreen } from '../-fallback-screens'
import { loadRouteData, loadRouteMessages } from '../-load-route-data'

export const Route = createFileRoute('/_protected/')({
  // What is shown while the page loads must not be loaded itself.
  codeSplitGroupings: [['component', 'loader']],
  staticData: { namespaces: ['groups', 'task'], preload: () => import('../../features/home/week-card') },
  loader: ({ route, context: { queryClient, session } }) =>
    loadRouteData(
      loadRouteMessages(route),
      () => queryClient.query(groupListQuery()),
      session.getState().user?.email_verified === false ? preloadVerifyPage : preloadWeek,
    ),
  pendingComponent: () => (
    <PendingScreen>
      <PendingPage>
        <HomeSkeleton />
      </PendingPage>
    </PendingScreen>
  ),
  component: HomePage,
})

/** With the page: a deployment in between would reload it. Without it the page is whole. */
async function preloadWeek() {
  const parts = [import('../../features/home/week-card'), import('../../features/home/dates-card')]
  await Promise.allSettled(parts)
}

async function preloadVerifyPage() {
  await LazyVerifyPage.preload().catch(() => {})
}

function HomePage() {
  const { t } = useTranslation('groups')
  const { user } = useSession()
  const { data: groups } = useSuspenseQuery(groupListQuery())
  const name = user?.first_name ?? user?.username
  return (
    <Page title={name ? t('home.lead', { name }) : t('home.title')} documentTitle={t('home.title')} isDisplay>
      {user && !user.email_verified ? (
        <ErrorBoundary fallback={() => <p>{t('refused.unverified.text', { email: user.email })}</p>}>
          <LazyVerifyPage groups={groups} />
        </ErrorBoundary>
      ) : groups.length === 0 ? (
        <NoGroups />
      ) : (
        <NextStep groups={groups}>
          <YourGroups groups={groups} />
        </NextStep>
      )}
    </Page>
  )
}

/** Those that run, then those that begin later; ended ones if there are no others. */
const getShownGroups = (groups: readonly GroupSummary[]) => {
  const now = serverClock.now()
  const find = (phase: GroupPhase) => groups.filter(group => getGroupPhase(group, now) === phase)
  const running = find('running')
  const current = [...running, ...find('upcoming')]
  return { running: running.length, shown: current.length > 0 ? current : groups }
}

/** The search filters the rows, and leads to the tasks of all groups. */
function YourGroups({ groups }: { groups: readonly GroupSummary[] }) {
  const { t, i18n } = useTranslation('groups')
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const field = useSearchKey()
  const { running, shown } = getShownGroups(groups)
  const q = text.trim()
  const found = q ? shown.filter(({ name }) => matchesText(name, q)) : shown
  useAnnounceChange(q, t('found', { count: found.length }), ANNOUNCE_AFTER_MS)
  return (
    <section aria-labelledby="your-groups" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="your-groups" className="text-lg">
          {t('home.groups')}
        </h2>
        {running > 0 && (
          <span className="text-sm text-muted">
            {t('home.running', { number: formatNumber(running, i18n.language) })}
          </span>
        )}
        <search className="ms-auto max-sm:order-1 max-sm:w-full">
          <form
            onSubmit={event => {
              event.preventDefault()
              if (q) void navigate({ to: '/groups', search: { q } })
            }}
          >
            <SearchInput
              ref={field}
              label={t('filters.search')}
              clearLabel={t('filters.clearSearch')}
              enterKeyHint="search"
              value={text}
              onChange={setText}
              maxLength={100}
              className="sm:w-[17.5rem]"
            />
          </form>
        </search>
        <Link
          to="/groups"
          className="inline-flex min-h-6 items-center text-sm pointer-coarse:min-h-control max-sm:ms-auto"
        >
          {t('home.allGroups')}
        </Link>
      </div>
      <GroupRows
        groups={found}
        label={t('home.groups')}
        columns={getGroupColumns(shown).categories ? columnsWithFlags : columns}
        searchKey={q}
      >
        {q && found.length === 0 && <li className="px-4 py-3 text-muted sm:px-6">{t('empty.filtered')}</li>}
        {q && (
          <li className="px-4 sm:px-6">
            <Link to="/groups" search={{ q }} className="inline-flex min-h-12 items-center text-sm">
              {t('home.searchTasks', { q })}
            </Link>
          </li>
        )}
      </GroupRows>
    </section>
  )
}

/** A pause in typing. */
const ANNOUNCE_AFTER_MS = 500

/** What is left and the place stand below the names. */
const columns = { categories: false, required: false, place: false }
const columnsWithFlags = { ...columns, categories: true }
