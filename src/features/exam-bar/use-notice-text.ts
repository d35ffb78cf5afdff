import { useTranslation } from 'react-i18next'
import { formatDate, formatDateTime, formatDeadline, formatTime } from '../../lib/format'
import { attemptView, currentAttempt } from '../../queries/exam-view'
import type { ExamNotice } from '../../queries/exam-watch-store'
import { useKnownGroup } from './use-running-exam'

/** What a notice about an exam says: its news, and what comes next. Null without a notice. */
export const useNoticeText = (notice: ExamNotice | null) => {
  const { t, i18n } = useTranslation('examBar')
  const group = useKnownGroup(notice?.groupId ?? 0)
  if (!notice) return null
  const { language } = i18n
  if (notice.kind === 'moved') {
    const { from, to } = notice
    const isSameDay = formatDate(from, language) === formatDate(to, language)
    const format = isSameDay ? formatTime : formatDateTime
    const title = t('moved.title', { from: format(from, language), to: format(to, language) })
    return { title, text: null }
  }
  if (notice.kind === 'refused') return { title: t('refused.title'), text: t('refused.text') }
  const attempt = currentAttempt(group)
  const { status, rule, reportDeadline } = attempt ? attemptView(attempt, 0) : {}
  const deadline = rule?.step === 'report' && reportDeadline ? reportDeadline : null
  const text =
    deadline === null
      ? t(status === 'time_left' ? 'over.undecided' : 'over.next')
      : t('over.report', { time: formatDeadline(deadline, language) })
  return { title: t('over.title'), text }
}
