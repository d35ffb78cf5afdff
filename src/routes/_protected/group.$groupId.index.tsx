import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { areTasksClosed } from '../../api/attempts'
import { configQuery } from '../../api/queries/config'
import { groupQuery, taskStatusesQuery } from '../../api/queries/groups'
import { AllSolved, GroupFacts, hasExamHead, RequiredReminder } from '../../features/groups/group-header'
import { GroupView } from '../../features/groups/group-view'
import { hasAnnouncements, LazyAnnouncements } from '../../features/groups/lazy-announcements'
import {
  LazyGroupAdmin,
  LazyGroupAdminActions,
  preloadGroupAdmin,
} from '../../features/groups/lazy-group-admin'
import { getNextTask, toStatusMap, toStudentView } from '../../features/groups/model'
import { NextTaskLink } from '../../features/groups/next-task-link'
import {
  type GroupViewSearch,
  getFilters,
  parseGroupViewSearch,
  readTaskFilters,
  saveTaskFilters,
} from '../../features/groups/search'
import { studentViewGroup } from '../../features/groups/student-view'
import { OwnRank, useOwnPlace } from '../../features/leaderboard/own-rank'
import { useBreadcrumbs } from '../../features/shell/breadcrumbs'
import { Page } from '../../features/shell/page'
import { lazyComponent } from '../../i18n/lazy-component'
import { SectionBoundary } from '../../i18n/section-boundary'
import { groupParams } from '../../lib/route-params'
import { filled } from '../../lib/search-params'
import { useStore } from '../../lib/store'
import { GroupErrorPage } from '../-group-error'
import { loadGroupNameOnDenied, loadRouteData, loadRouteMessages } from '../-load-route-data'

export const Route = createFileRoute('/_protected/group/$groupId/')({
  staticData: { namespaces: ['groups', 'task'], preload: () => LazyAnnouncements.preload().catch(() => {}) },
  params: groupParams,
  validateSearch: parseGroupViewSearch,
  // Restores the last filters, unless the URL has any.
  beforeLoad: ({ search, params }) => {
    if (hasAny(getFilters(search))) return
    const storedFilters = readTaskFilters(params.groupId)
    if (hasAny(storedFilters)) {
      throw redirect({
        to: '/group/$groupId',
        params,
        search: { ...search, ...storedFilters },
        replace: true,
      })
    }
  },
  loader: ({ route, context: { queryClient }, params: { groupId } }) =>
    loadGroupNameOnDenied(
      queryClient,
      loadRouteData(
        loadRouteMessages(route),
        async () => {
          // With the group, not after it: a request more on a slow connection costs more than the file.
          const announcements = LazyAnnouncements.preload().catch(() => {})
          const group = await queryClient.query(groupQuery(groupId))
          // Of the exam tab, which waits for it only briefly.
          if (group.is_exam) queryClient.query(configQuery()).catch(() => {})
          // So that the tasks don't move down; a failure is shown in the section.
          if (hasAnnouncements(group)) await announcements
          if (group.is_admin) await preloadGroupAdmin()
        },
        () => queryClient.query(taskStatusesQuery(groupId)),
      ),
    ),
  errorComponent: GroupErrorPage,
  component: GroupPage,
})

const hasAny = (filters: object): boolean => Object.values(filters).some(value => value !== undefined)

function GroupPage() {
  const { t } = useTranslation('common')
  const { groupId } = Route.useParams()
  const { data: group } = useSuspenseQuery(groupQuery(groupId))
  const { data: statuses } = useSuspenseQuery({ ...taskStatusesQuery(groupId), select: toStatusMap })
  const search = Route.useSearch()
  const { as } = search
  const viewedGroup = useStore(studentViewGroup)
  const isStudentView = group.is_admin && (as === 'student' || viewedGroup === groupId)
  useEffect(() => {
    if (as === 'student') studentViewGroup.set(groupId)
  }, [as, groupId])
  const shown = useMemo(() => (isStudentView ? toStudentView(group) : group), [isStudentView, group])
  // The exam's own card has the progress and the primary action, and should be high on the screen.
  const isExamShown =
    shown.is_exam !== false && (search.tab === 'exam' || (search.tab === undefined && areTasksClosed(shown)))
  const isSolving = !shown.is_admin && !isExamShown
  const next = isSolving && getNextTask(shown, statuses)
  const place = useOwnPlace(shown)
  const navigate = useNavigate({ from: Route.fullPath })
  useEffect(() => {
    const filters = getFilters(search)
    if (hasAny(filters)) saveTaskFilters(groupId, filters)
  }, [groupId, search])
  const changeSearch = (next: GroupViewSearch) => {
    // Before navigating: filters that were removed must not come back.
    saveTaskFilters(groupId, getFilters(next))
    void navigate({ search: filled({ ...next, as }), replace: true, resetScroll: false })
  }
  useBreadcrumbs([{ title: t('page.groups'), link: { to: '/groups' } }, { title: group.name }])
  const announcements = hasAnnouncements(group) && (
    <SectionBoundary>
      <LazyAnnouncements key={group.id} group={group} Text={TaskMarkdown} />
    </SectionBoundary>
  )
  return (
    <Page
      title={group.name}
      isName
      lead={
        !hasExamHead(shown) && (
          <GroupFacts
            key={group.id}
            group={shown}
            statuses={statuses}
            isSolving={isSolving}
            rank={<OwnRank group={shown} hasLink />}
          />
        )
      }
      actions={
        shown.is_admin ? (
          <LazyGroupAdminActions group={group} />
        ) : (
          next && <NextTaskLink groupId={groupId} task={next} />
        )
      }
    >
      {group.is_admin && (
        <SectionBoundary>
          <LazyGroupAdmin group={group} isStudentView={isStudentView} />
        </SectionBoundary>
      )}
      {isSolving && (
        <>
          <AllSolved group={shown} statuses={statuses} />
          <RequiredReminder group={shown} statuses={statuses} />
        </>
      )}
      <GroupView
        group={shown}
        statuses={statuses}
        search={search}
        onSearch={changeSearch}
        announcements={announcements}
        exam={
          <ExamTab group={shown} statuses={statuses} place={place}>
            {announcements}
          </ExamTab>
        }
        teaching={
          <SectionBoundary>
            <TeacherRail group={group} />
          </SectionBoundary>
        }
        register={
          <SectionBoundary>
            <Register group={group} search={search} onSearch={changeSearch} />
          </SectionBoundary>
        }
        lms={
          <SectionBoundary>
            <LmsPanel group={group} />
          </SectionBoundary>
        }
      />
    </Page>
  )
}

/** For the announcements. */
const TaskMarkdown = lazyComponent(() =>
  import('../../features/task/task-markdown').then(part => part.TaskMarkdown),
)

const ExamTab = lazyComponent(
  () => import('../../features/exam/exam-tab').then(part => part.ExamTab),
  'exam',
  'examBar',
)

/** For administrators, in a tab of the group. */
const Register = lazyComponent(
  () => import('../../features/leaderboard/teaching').then(part => part.teaching.Register),
  'register',
  'solves',
)

/** For administrators, beside the tasks. */
const TeacherRail = lazyComponent(
  () => import('../../features/leaderboard/teaching').then(part => part.teaching.TeacherRail),
  'register',
)

/** LMS sync, in a tab of the group. */
const LmsPanel = lazyComponent(
  () => import('../../features/lms/lms-panel').then(part => part.LmsPanel),
  'lms',
)
