import { Play } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../lib/use-online'
import { useRetryAfter } from '../../lib/use-retry-after'
import type { Group } from '../../queries/answers'
import type { AttemptView } from '../../queries/exam-view'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { hoursText } from './attempt-words'
import { reviewDays } from './report-facts'
import type { ExamStart } from './use-exam-start'

/** Why the exam cannot be started this very moment; undefined when it can. */
const useStartBlock = (start: ExamStart): string | undefined => {
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

/** The button that asks, and the question: nothing is sent before a person has ticked that they understand (ux §4). */
export const StartExam = ({ start, group, view, card }: StartExamProps) => {
  const { t } = useTranslation('exam')
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const blocked = useStartBlock(start)
  // The status that takes this button away may come while the dialog closes.
  const place = useRef({
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
        disabledReason={blocked}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {t('start.open')}
      </Button>
      <StartQuestion
        isOpen={isAsking}
        setOpen={setAsking}
        group={group}
        view={view}
        blocked={blocked}
        finalFocus={place.current}
        onConfirm={() => {
          setAsking(false)
          start.send()
        }}
      />
    </>
  )
}

interface StartQuestionProps extends Pick<StartExamProps, 'group' | 'view'> {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  blocked: string | undefined
  onConfirm: () => void
  finalFocus: RefObject<HTMLElement | null>
}

const StartQuestion = ({ isOpen, setOpen, group, view, blocked, ...rest }: StartQuestionProps) => {
  const { t, i18n } = useTranslation('exam')
  const [isUnderstood, setUnderstood] = useState(false)
  const change = (next: boolean) => {
    setUnderstood(false)
    setOpen(next)
  }
  const hours = hoursText(view.total, t, i18n.language)
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
      confirmDisabledReason={blocked ?? (isUnderstood ? undefined : t('start.tick'))}
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
            : t('rules.report', { count: reviewDays })}
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
