import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type AccessDeniedReason, getAccessDeniedReason } from '../../api/access-denied-reason'
import { isApplicationResponse } from '../../api/api-health'
import { ApiError } from '../../api/errors'
import { groupListQuery } from '../../api/queries/groups'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { useAnnounceChange, useIsSlow } from '../../lib/hooks'
import { Card } from '../../ui/card'
import { PageTitle } from '../../ui/page-title'
import { Progress } from '../../ui/progress'
import { LazyAccessDeniedPage } from '../groups/public'
import { PendingPage, RouteErrorPage } from '../shell/public'
import type { LmsNames } from './lms-task'
import { LmsNamesList, LmsTaskMissing, toDisplayNames } from './lms-task-missing'

/** Shown while the task of an LMS link is looked up. */
export const LmsResolving = () => {
  const { t } = useTranslation(['lms', 'common'])
  const isSlow = useIsSlow(true)
  useAnnounceChange(String(isSlow), t('task.slow'))
  const title = t('page.moodle', { ns: 'common' })
  useDocumentTitle(title)
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Card padding="lg" className="flex max-w-3xl flex-col gap-4">
        <Progress value={null} label={t('task.resolving')} />
        {isSlow && <p className="text-sm">{t('task.slow')}</p>}
      </Card>
    </>
  )
}

/** The names of the LMS link, below an error. */
export const FailedLmsNames = ({ status }: { status?: number }) => {
  const params: Partial<LmsNames> = useParams({ strict: false })
  return (
    <div className="mx-auto w-full max-w-xl">
      <LmsNamesList names={toDisplayNames(params)} status={status} />
    </div>
  )
}

/** Why an LMS link failed: access denied, an unknown task, or another error. */
export const LmsTaskFailure = ({ error }: { error: unknown }) => {
  const params: Partial<LmsNames> = useParams({ strict: false })
  const reason = getAccessDeniedReason(error)
  const failure = (
    <>
      <RouteErrorPage error={error} />
      <FailedLmsNames />
    </>
  )
  if (reason) return <AccessDenied reason={reason} mnemonic={params.mnemonic} fallback={failure} />
  // A 404 page of a proxy does not count.
  const isUnknown = error instanceof ApiError && error.status === 404 && isApplicationResponse(error)
  if (!isUnknown) return failure
  return <LmsTaskMissing names={toDisplayNames(params)} reason="unknown" />
}

/** The URL has only the LMS name of the group; the list of groups has its id. */
const AccessDenied = ({
  reason,
  mnemonic,
  fallback,
}: {
  reason: AccessDeniedReason
  mnemonic: string | undefined
  fallback: ReactNode
}) => {
  const { data: groups, isPending } = useQuery(groupListQuery())
  const group = groups?.find(({ mnemonic_code }) => mnemonic_code === mnemonic)
  if (group) return <LazyAccessDeniedPage reason={reason} groupId={group.id} />
  if (isPending) return <PendingPage />
  // These reasons link to the group, so they need its id.
  return needsGroup.has(reason) ? fallback : <LazyAccessDeniedPage reason={reason} groupId={0} />
}

const needsGroup: ReadonlySet<AccessDeniedReason> = new Set<AccessDeniedReason>([
  'task',
  'leaderboard',
  'attempt',
])
