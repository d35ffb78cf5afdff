import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupListQuery } from '../../api/queries/groups'
import { getGroupPhase } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { LazyVerifyPage } from '../../features/auth/public'
import { GroupRows } from '../../features/groups/group-card'
import { NoGroups } from '../../features/groups/group-list'
import { NextStep } from '../../features/home/next-step'
import { OwnRank } from '../../features/leaderboard/own-rank'
import { Page } from '../../features/shell/page'
import { serverClock } from '../../lib/server-clock'
import { useSearchKey } from '../../lib/shortcuts'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { ErrorBoundary } from '../../ui/error-boundary'
import { SectionTitle } from '../../ui/page-title'
import { SearchInput } from '../../ui/search-input'
import { loadRouteData, loadRouteMessages } from '../-load-route-data'

export const Route = createFileRoute('/_protected/')({
  staticData: { namespaces: ['groups', 'task'], preload: () => import('../../features/home/week-card') },
  loader: ({ route, context: { queryClient, session } }) =>
    loadRouteData(
      loadRouteMessages(route),
      () => queryClient.query(groupListQuery()),
      session.getState().user?.email_verified === false ? preloadVerifyPage : preloadWeek,
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
  const now = serverClock.now()
  const current = groups.filter(group => getGroupPhase(group, now) !== 'ended')
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
          <section className="flex flex-col gap-4">
            <SectionTitle
              actions={
                <>
                  <GroupSearch />
                  <Link to="/groups" className={buttonClass({ variant: 'quiet', size: 'sm' })}>
                    {t('home.allGroups')}
                  </Link>
                </>
              }
            >
              {t('home.groups')}
            </SectionTitle>
            <GroupRows
              groups={current.length > 0 ? current : groups}
              label={t('home.groups')}
              Footer={OwnRank}
            />
          </section>
        </NextStep>
      )}
    </Page>
  )
}

/** Finds groups and tasks on the page of all groups. */
function GroupSearch() {
  const { t } = useTranslation('groups')
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const field = useSearchKey()
  return (
    <search>
      <form
        className="flex gap-2"
        onSubmit={event => {
          event.preventDefault()
          const q = text.trim()
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
          className="min-w-0 flex-1 sm:w-[19rem]"
        />
        <Button type="submit">{t('home.find')}</Button>
      </form>
    </search>
  )
}
