import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AttemptView, hasStateChanged, toKnownStatus } from '../../api/attempts'
import { ApiError } from '../../api/errors'
import { groupQuery } from '../../api/queries/groups'
import { readPaymentCheck } from '../../api/queries/payments'
import { getAttempts } from '../../api/responses'
import { shortErrorMessage } from '../../i18n/error-messages'
import { announce } from '../../lib/announce'
import { formatTime } from '../../lib/format'
import { useIsUnmounted } from '../../lib/hooks'
import { ignoreDoubleClick } from '../../lib/ignore-double-click'
import { serverClock } from '../../lib/server-clock'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import type { ButtonVariant } from '../../ui/button-class'
import { refetchGroup } from './attempt-mutation'

/** Result of a status update. `at` is server time in milliseconds. */
type UpdateOutcome = { kind: 'changed' | 'same'; at: number } | { kind: 'failed'; error: unknown }

/** Updates an attempt: its status by the payment check, then the remaining fields by the whole group. */
const updateAttempt = async (
  queryClient: QueryClient,
  groupId: number,
  attemptId: number,
): Promise<UpdateOutcome> => {
  const { queryKey } = groupQuery(groupId)
  const read = () => getAttempts(queryClient.getQueryData(queryKey)).find(({ id }) => id === attemptId)
  const before = read()
  const error = await readPaymentCheck(queryClient, groupId, attemptId).then(
    // A response about another attempt doesn't count (F08).
    ({ kind }) =>
      kind === 'other' ? new ApiError({ kind: 'badResponse', operation: 'checkPayment' }) : null,
    (failure: unknown) => failure,
  )
  const group = await refetchGroup(queryClient, groupId)
  const after = read()
  const hasChanged = group
    ? hasStateChanged(before, after)
    : toKnownStatus(before?.status) !== toKnownStatus(after?.status)
  const at = serverClock.now()
  if (hasChanged) return { kind: 'changed', at }
  return error ? { kind: 'failed', error } : { kind: 'same', at }
}

/** Checks the status on request, once at a time, and announces the result once. */
export const useStatusUpdate = (groupId: number, { id, status }: AttemptView) => {
  const { t, i18n } = useTranslation('exam')
  const queryClient = useQueryClient()
  const mutationKey = ['update attempt', id]
  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: () => updateAttempt(queryClient, groupId, id),
  })
  const isPending = useIsMutating({ mutationKey }) > 0
  const [result, setResult] = useState<{ outcome: UpdateOutcome; status: string } | null>(null)
  const isUnmounted = useIsUnmounted()
  const checkStatus = async (): Promise<void> => {
    setResult(null)
    if (queryClient.isMutating({ mutationKey }) > 0) return
    const outcome = await mutateAsync()
    if (isUnmounted()) return
    setResult({ outcome, status })
    if (outcome.kind === 'failed') return
    announce(t(`update.${outcome.kind}`, { time: formatTime(outcome.at, i18n.language) }))
  }
  // "No change" would be wrong for a status that came after the request.
  const outcome =
    result && (result.status === status || result.outcome.kind === 'changed') ? result.outcome : null
  return { check: () => void checkStatus(), isPending, outcome: isPending ? null : outcome }
}

export type StatusUpdate = ReturnType<typeof useStatusUpdate>

interface UpdateButtonProps {
  update: StatusUpdate
  variant: ButtonVariant
  label?: string
}

export const UpdateButton = ({ update, variant, label }: UpdateButtonProps) => {
  const { t } = useTranslation('exam')
  return (
    <Button
      variant={variant}
      size={variant === 'quiet' ? 'md' : 'lg'}
      className="max-sm:grow"
      icon={variant !== 'quiet' && <RefreshCw />}
      isPending={update.isPending}
      onClick={ignoreDoubleClick(() => update.check())}
    >
      {label ?? t('update.ask')}
    </Button>
  )
}

export const UpdateNote = ({ update }: { update: StatusUpdate }) => {
  const { t, i18n } = useTranslation(['exam', 'common'])
  const { outcome } = update
  if (!outcome) return null
  if (outcome.kind !== 'failed') {
    const time = formatTime(outcome.at, i18n.language)
    return <p className="text-sm text-muted">{t(`update.${outcome.kind}`, { time })}</p>
  }
  return (
    <Banner
      tone="danger"
      role="alert"
      title={t('update.failed')}
      action={
        <Button size="sm" onClick={update.check}>
          {t('retry', { ns: 'common' })}
        </Button>
      }
    >
      {shortErrorMessage(outcome.error)}
    </Banner>
  )
}
