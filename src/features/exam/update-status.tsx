import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shortErrorMessage } from '../../i18n/error-messages'
import { announce } from '../../lib/announce'
import { formatTime } from '../../lib/format'
import { useIsUnmounted } from '../../lib/use-is-unmounted'
import { type UpdateOutcome, useAttemptUpdate } from '../../queries/exam-mutations'
import type { AttemptView } from '../../queries/exam-view'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'

/** Checks the status on request and announces the result once. */
export const useStatusUpdate = (groupId: number, { id, status }: AttemptView) => {
  const { t, i18n } = useTranslation('exam')
  const { update, isPending } = useAttemptUpdate(groupId, id)
  const [result, setResult] = useState<{ outcome: UpdateOutcome; status: string } | null>(null)
  const isUnmounted = useIsUnmounted()
  const checkStatus = async (): Promise<void> => {
    setResult(null)
    const outcome = await update()
    if (!outcome || isUnmounted()) return
    setResult({ outcome, status })
    if (outcome.kind === 'failed') return
    announce(t(`update.${outcome.kind}`, { time: formatTime(outcome.at, i18n.language) }))
  }
  // "No change" would be wrong for a status that came after the request.
  const outcome =
    result && (result.status === status || result.outcome.kind === 'changed') ? result.outcome : null
  return { check: () => void checkStatus(), isPending, outcome: isPending ? null : outcome }
}

type StatusUpdate = ReturnType<typeof useStatusUpdate>

export const UpdateButton = ({ update }: { update: StatusUpdate }) => {
  const { t } = useTranslation('exam')
  return (
    <Button
      icon={<RefreshCw className="size-4" aria-hidden />}
      isPending={update.isPending}
      onClick={event => (event.detail > 1 ? undefined : update.check())}
    >
      {t('update.ask')}
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
