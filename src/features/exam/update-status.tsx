import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonText } from '../../i18n/error-text'
import { announce } from '../../lib/announce'
import { formatTime } from '../../lib/format'
import { useIsUnmounted } from '../../lib/use-is-unmounted'
import { type UpdateOutcome, useAttemptUpdate } from '../../queries/exam-calls'
import type { AttemptView } from '../../queries/exam-view'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'

/** Asks for the status of an attempt on the person's word, and says once what came of it. */
export const useStatusUpdate = (groupId: number, { id, status }: AttemptView) => {
  const { t, i18n } = useTranslation('exam')
  const { update, isPending } = useAttemptUpdate(groupId, id)
  const [kept, setKept] = useState<{ outcome: UpdateOutcome; status: string } | null>(null)
  const isGone = useIsUnmounted()
  const ask = async (): Promise<void> => {
    setKept(null)
    const outcome = await update()
    if (!outcome || isGone()) return
    setKept({ outcome, status })
    if (outcome.kind === 'failed') return
    announce(t(`update.${outcome.kind}`, { time: formatTime(outcome.at, i18n.language) }))
  }
  // "Nothing new" is not said of a status that was not asked about.
  const outcome = kept && (kept.status === status || kept.outcome.kind === 'changed') ? kept.outcome : null
  return { ask: () => void ask(), isPending, outcome: isPending ? null : outcome }
}

type StatusUpdate = ReturnType<typeof useStatusUpdate>

export const UpdateButton = ({ update }: { update: StatusUpdate }) => {
  const { t } = useTranslation('exam')
  return (
    <Button
      icon={<RefreshCw className="size-4" aria-hidden />}
      isPending={update.isPending}
      onClick={event => (event.detail > 1 ? undefined : update.ask())}
    >
      {t('update.ask')}
    </Button>
  )
}

/** What the last update brought: a failure with its way on, or when there was nothing new. */
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
        <Button size="sm" onClick={update.ask}>
          {t('retry', { ns: 'common' })}
        </Button>
      }
    >
      {reasonText(outcome.error)}
    </Banner>
  )
}
