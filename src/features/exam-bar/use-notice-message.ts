import { useTranslation } from 'react-i18next'
import { formatDate, formatDateTime, formatDeadline, formatTime } from '../../lib/format'
import type { ExamNotice } from '../../queries/exam-store'
import { getCurrentAttempt, toAttemptView } from '../../queries/exam-view'
import { useCachedGroup } from './use-running-exam'

/** Title and text of an exam notice; null without a notice. */
export const useNoticeMessage = (notice: ExamNotice | null) => {
  const { t, i18n } = useTranslation('examBar')
  const group = useCachedGroup(notice?.groupId ?? 0)
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
  const attempt = getCurrentAttempt(group)
  const { status, rule, reportDeadline } = attempt ? toAttemptView(attempt, 0) : {}
  const deadline = rule?.step === 'report' && reportDeadline ? reportDeadline : null
  const text =
    deadline === null
      ? t(status === 'time_left' ? 'over.undecided' : 'over.next')
      : t('over.report', { time: formatDeadline(deadline, language) })
  return { title: t('over.title'), text }
}
