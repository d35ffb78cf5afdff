import {
  type QueryClient,
  useIsMutating,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { uploadToLms } from '../../api/lms-upload'
import type { OperationId } from '../../api/operations.gen'
import { groupListQuery, groupQuery, leaderboardQuery, taskStatusesQuery } from '../../api/queries/groups'
import { mutation } from '../../api/query'
import type { Group } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { retryReason } from '../../i18n/error-messages'
import { announce } from '../../lib/announce'
import { useRetryAfter } from '../../lib/cooldowns'
import { useIsSlow, useOnChange } from '../../lib/hooks'
import { ignoreDoubleClick } from '../../lib/ignore-double-click'
import { useOnline } from '../../lib/online'
import { serverClock } from '../../lib/server-clock'
import { isSameUser, userKey } from '../../lib/user'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { ConfirmDialog } from '../../ui/dialog'
import {
  getSyncMessage,
  getUpdatedCount,
  isLmsOff,
  type LmsSync,
  type LmsSyncKind,
  type LmsSyncOutcome,
  parseUploadReport,
} from './model'
import { SyncDetails, SyncHistory } from './sync-history'
import { MAX_HISTORY, OPERATIONS, readLmsHistory, storeLmsSync } from './sync-storage'

/** LMS sync for administrators: two buttons and the result of each press. */
export const LmsPanel = ({ group }: { group: Group }) => {
  const { t } = useTranslation('lms')
  const isOnline = useOnline()
  const [isConfirming, setConfirming] = useState(false)
  const { start, pending, history } = useLmsSync(group.id)
  const isSlow = useIsSlow(pending !== null)
  const code = getCourseCode(group)
  const newest = history[0]
  useOnChange(newest?.id, () => {
    if (newest) announce(getSyncMessage(newest, code ?? group.name).title)
  })
  // Known on this page only: after a reload it may be on again.
  const off = newest && newest.id > 0 && isLmsOff(newest) ? newest : null
  const pauses = {
    download: useRetryAfter(getLastError(history, 'download')),
    upload: useRetryAfter(getLastError(history, 'upload')),
  }
  // Not blocked without a code: the server may keep it to itself.
  const blocked = (kind: LmsSyncKind) => {
    if (!isOnline) return t('blocked.offline')
    if (off) return t('status.disabled')
    return pending !== null && pending !== kind ? t('blocked.busy') : retryReason(pauses[kind])
  }
  return (
    <section aria-label={t('title')} className="flex flex-col gap-6">
      {code === null ? (
        <Banner tone="neutral">{t('noCode')}</Banner>
      ) : (
        <p className="text-sm text-muted">
          <span>{t('course')}</span>{' '}
          <bdi translate="no" className="font-mono break-all text-text">
            {code}
          </bdi>
        </p>
      )}
      {off && <OffNotice sync={off} code={code ?? group.name} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
        <ActionCard title={t('download.title')} text={t('download.text')}>
          <Button
            icon={<Download />}
            isPending={pending === 'download'}
            disabledReason={blocked('download')}
            reasonPlacement={off ? 'hidden' : 'below'}
            onClick={ignoreDoubleClick(() => start('download'))}
          >
            {t('download.button')}
          </Button>
        </ActionCard>
        <ActionCard title={t('upload.title')} text={t('upload.text')}>
          <Button
            icon={<Upload />}
            isPending={pending === 'upload'}
            disabledReason={blocked('upload')}
            reasonPlacement={off ? 'hidden' : 'below'}
            aria-haspopup="dialog"
            onClick={() => setConfirming(true)}
          >
            {t('upload.button')}
          </Button>
        </ActionCard>
      </div>
      {/* Grades in the LMS change: says what is sent, where, and that it is permanent. */}
      <ConfirmDialog
        isOpen={isConfirming}
        onOpenChange={setConfirming}
        onConfirm={() => {
          setConfirming(false)
          start('upload')
        }}
        tone="primary"
        title={t('confirm.title')}
        description={
          <div className="flex flex-col gap-2 [overflow-wrap:anywhere]">
            <p>{t('confirm.what', { name: group.name, code: code ?? group.name })}</p>
            <p className="font-medium text-text">{t('confirm.effect')}</p>
          </div>
        }
        confirmLabel={t('confirm.yes')}
        cancelLabel={t('confirm.no')}
        confirmDisabledReason={blocked('upload')}
      />
      <div role="status">
        {pending && <Banner tone="neutral">{`${t(`${pending}.pending`)} ${isSlow ? t('slow') : ''}`}</Banner>}
      </div>
      <SyncHistory
        history={off ? history.filter(one => !isLmsOff(one)) : history}
        group={group}
        code={code ?? group.name}
      />
    </section>
  )
}

/** Above the cards, instead of an entry of the history. */
const OffNotice = ({ sync, code }: { sync: LmsSync; code: string }) => {
  const { t } = useTranslation('lms')
  const { title, lines, tone, details } = getSyncMessage(sync, code)
  return (
    <Banner tone={tone} title={title}>
      <div className="flex flex-col gap-2">
        <p>
          <span>{lines.join(' ')}</span> <span>{t('text.off')}</span>
        </p>
        <SyncDetails lines={details} />
      </div>
    </Banner>
  )
}

const getLastError = (history: readonly LmsSync[], kind: LmsSyncKind): ApiError | null => {
  const outcome = history.find(({ direction }) => direction === kind)?.outcome
  return outcome?.kind === 'refused' || outcome?.kind === 'unanswered' ? outcome.error : null
}

/** Responses may not match the types. */
const getCourseCode = ({ mnemonic_code }: { mnemonic_code?: unknown }): string | null =>
  typeof mnemonic_code === 'string' && mnemonic_code.trim() !== '' ? mnemonic_code : null

interface ActionCardProps {
  title: string
  text: string
  children: ReactNode
}

const ActionCard = ({ title, text, children }: ActionCardProps) => (
  <Card padding="lg" className="flex flex-col items-start gap-3">
    <h2 className="text-base font-semibold">{title}</h2>
    <p className="text-sm text-muted">{text}</p>
    <div className="mt-auto">{children}</div>
  </Card>
)

const toFailedOutcome = (error: unknown, operation: OperationId): LmsSyncOutcome => {
  const failure =
    error instanceof ApiError ? error : new ApiError({ kind: 'badResponse', operation, cause: error })
  const isRejected = failure.kind === 'http' && (failure.status ?? 500) < 500
  return { kind: isRejected ? 'refused' : 'unanswered', error: failure }
}

/** Also after a lost response, the group's members may have changed. */
const invalidateGroup = (queryClient: QueryClient, groupId: number): void => {
  const changed = [groupQuery, taskStatusesQuery, leaderboardQuery].map(query => query(groupId))
  for (const { queryKey } of [...changed, groupListQuery()]) void queryClient.invalidateQueries({ queryKey })
}

/** Drops offline entries and limits the history before the next entry. */
const trimHistory = (queryClient: QueryClient, mutationKey: readonly unknown[]): void => {
  const cache = queryClient.getMutationCache()
  const all = cache.findAll({ mutationKey, status: 'success' })
  const isOffline = (data: unknown) => (data as LmsSync | null)?.outcome.kind === 'offline'
  for (const one of all.filter(({ state }) => state.data === null || isOffline(state.data))) cache.remove(one)
  for (const one of all.slice(0, Math.max(0, all.length - MAX_HISTORY + 1))) cache.remove(one)
}

/** Two GETs that write: one at a time per group, on clicks only, never retried. */
const useLmsSync = (groupId: number) => {
  const queryClient = useQueryClient()
  const { session, user: reader } = useSession()
  const mutationKey = ['lms sync', groupId]
  const { mutateAsync: download } = useMutation(mutation('downloadFromLms'))
  const send = async (direction: LmsSyncKind): Promise<LmsSyncOutcome> => {
    if (direction === 'download') {
      const answer = await download({ params: { path: { id: groupId } } })
      if (typeof answer === 'object' && answer !== null)
        return { kind: 'downloaded', updated: getUpdatedCount(answer) }
    } else {
      const report = parseUploadReport(await uploadToLms(groupId))
      if (report) return { kind: 'uploaded', report }
    }
    throw new ApiError({ kind: 'badResponse', operation: OPERATIONS[direction], status: 200 })
  }
  const run = async (direction: LmsSyncKind): Promise<LmsSync | null> => {
    const { user } = session.getState()
    const outcome = navigator.onLine
      ? await send(direction).catch(error => toFailedOutcome(error, OPERATIONS[direction]))
      : ({ kind: 'offline' } as const)
    // Don't write into the next user's cache.
    if (!isSameUser(session.getState().user, user)) return null
    if (direction === 'download' && (outcome.kind === 'downloaded' || outcome.kind === 'unanswered'))
      invalidateGroup(queryClient, groupId)
    const sync = { id: 0, direction, at: serverClock.now(), outcome }
    if (user) storeLmsSync(userKey(user), groupId, sync)
    return sync
  }
  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: run,
    networkMode: 'always',
    retry: 0,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as LmsSyncKind,
  }).at(-1)
  const history = useMutationState({
    filters: { mutationKey, status: 'success' },
    select: one => {
      const exchange = one.state.data as LmsSync | null | undefined
      return exchange ? { ...exchange, id: one.mutationId } : null
    },
  })
  const isPending = useIsMutating({ mutationKey }) > 0
  const done = history.filter(one => one !== null)
  // Written only by this tab, so reading it with each result is enough.
  const earlier = reader
    ? readLmsHistory(userKey(reader), groupId).filter(({ at }) => !done.some(one => one.at === at))
    : []
  return {
    /** Call on clicks only. Ignored while a sync is pending. */
    start: (direction: LmsSyncKind): void => {
      if (queryClient.isMutating({ mutationKey }) > 0) return
      trimHistory(queryClient, mutationKey)
      mutateAsync(direction).catch(() => null)
    },
    /** The pending sync. */
    pending: isPending ? (pending ?? null) : null,
    /** Newest first. */
    history: [...earlier, ...done].slice(-MAX_HISTORY).reverse(),
  }
}
