import { Play } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../lib/online'
import { useRetryAfter } from '../../lib/use-retry-after'
import type { AttemptView } from '../../queries/exam-view'
import type { Group } from '../../queries/responses'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { formatHours } from './attempt-labels'
import { REVIEW_BUSINESS_DAYS } from './report-facts'
import type { ExamStart } from './use-exam-start'

/** Undefined if the exam can be started. */
const useStartDisabledReason = (start: ExamStart): string | undefined => {
  const { t } = useTranslation(['exam', 'common'])
  const isOnline = useOnline()
  const { outcome } = start
  const wait = useRetryAfter(outcome?.kind === 'refused' ? outcome.error : null)
  if (outcome?.kind === 'unknown') return t('start.blocked.unknown')
  if (outcome?.kind === 'waiting') return t('start.blocked.waiting')
  if (!isOnline) return t('start.blocked.offline')
  return wait > 0 ? t('retryIn', { ns: 'common', seconds: wait }) : undefined
}

interface StartExamProps {
  start: ExamStart
  group: Pick<Group, 'exam' | 'important_left'>
  view: AttemptView
  card: RefObject<HTMLElement | null>
}

/** Nothing is sent until the user has ticked the checkbox and confirmed. */
export const StartExam = ({ start, group, view, card }: StartExamProps) => {
  const { t } = useTranslation('exam')
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const disabledReason = useStartDisabledReason(start)
  // The button may unmount while the dialog closes; then focus the card.
  const finalFocus = useRef({
    get current() {
      return button.current?.isConnected ? button.current : card.current
    },
  })
  return (
    <>
      <Button
        ref={button}
        variant="primary"
        icon={<Play className="size-4" aria-hidden />}
        isPending={start.isPending}
        disabledReason={disabledReason}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('start.open')}
      </Button>
      <StartDialog
        isOpen={isOpen}
        setOpen={setOpen}
        group={group}
        view={view}
        disabledReason={disabledReason}
        finalFocus={finalFocus.current}
        onConfirm={() => {
          setOpen(false)
          start.send()
        }}
      />
    </>
  )
}

interface StartDialogProps extends Pick<StartExamProps, 'group' | 'view'> {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  disabledReason: string | undefined
  onConfirm: () => void
  finalFocus: RefObject<HTMLElement | null>
}

const StartDialog = ({ isOpen, setOpen, group, view, disabledReason, ...rest }: StartDialogProps) => {
  const { t, i18n } = useTranslation('exam')
  const [isUnderstood, setUnderstood] = useState(false)
  const change = (next: boolean) => {
    setUnderstood(false)
    setOpen(next)
  }
  const hours = formatHours(view.total, t, i18n.language)
  const required = group.important_left
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={change}
      tone="primary"
      title={t('start.title')}
      description={t('start.text', { hours })}
      confirmLabel={view.total === null ? t('start.confirmPlain') : t('start.confirm', { hours })}
      cancelLabel={t('start.cancel')}
      confirmDisabledReason={disabledReason ?? (isUnderstood ? undefined : t('start.tick'))}
      onConfirm={() => {
        setUnderstood(false)
        rest.onConfirm()
      }}
      finalFocus={rest.finalFocus}
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-6 text-sm">
        <li>{t('start.noPause')}</li>
        <li>
          {group.exam?.report_required === false
            ? t('rules.noReport')
            : t('rules.report', { count: REVIEW_BUSINESS_DAYS })}
        </li>
        {required !== undefined && required > 0 && <li>{t('start.required', { total: required })}</li>}
      </ul>
      <Checkbox
        label={t('start.understand')}
        checked={isUnderstood}
        onChange={event => setUnderstood(event.target.checked)}
      />
    </ConfirmDialog>
  )
}
