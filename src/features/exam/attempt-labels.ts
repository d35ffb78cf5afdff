import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDeadline, formatDuration, formatMoney } from '../../lib/format'
import { type AttemptView, mayNeedAdmission } from '../../queries/exam-view'
import type { Group } from '../../queries/responses'

type Translate = TFunction<'exam'>

/** Whole hours as hours (24 h stays 24 h), otherwise a duration; a dash if unknown. */
export const formatHours = (seconds: number | null, t: Translate, language: string): string => {
  const hours = seconds === null ? Number.NaN : seconds / 3600
  return Number.isInteger(hours) ? t('hours', { count: hours }) : formatDuration(seconds ?? hours, language)
}

const hasNoPrice = (exam: Group['exam']): boolean => typeof exam?.price !== 'number'

/** A dash if the price is unreadable. */
export const formatPrice = (
  price: AttemptView['price'],
  exam: Group['exam'],
  t: Translate,
  language: string,
): string => {
  if (price) return formatMoney(price.amount, price.currency, language)
  return hasNoPrice(exam) ? t('facts.noPrice') : formatDuration(Number.NaN, language)
}

export const useAttemptLabels = (view: AttemptView, exam: Group['exam']) => {
  const { t, i18n } = useTranslation('exam')
  const { status, rule, isReportOverdue, reportDeadline } = view
  if (isReportOverdue) return { headline: t('headline.overdue'), text: '', tone: 'danger' as const }
  if (mayNeedAdmission(view))
    return { headline: t('headline.admission'), text: t('text.admission'), tone: rule.tone }
  if (status === 'payment_rejected' && !rule.actions.includes('pay'))
    return { headline: t('headline.payment_rejected'), text: t('text.noBill'), tone: rule.tone }
  if (status === 'time_left') {
    const text =
      rule.step === 'report'
        ? 'text.timeReport'
        : exam?.report_required === false
          ? 'text.timeNoReport'
          : 'text.time_left'
    return { headline: t('headline.time_left'), text: t(text), tone: rule.tone }
  }
  if (status === 'checking' && exam?.report_required === false)
    return { headline: t('headline.checkingExam'), text: t('text.checking'), tone: rule.tone }
  const headline =
    status === 'need_report' && reportDeadline !== null
      ? t('headline.need_report_by', { time: formatDeadline(reportDeadline, i18n.language) })
      : t(`headline.${status}`)
  return { headline, text: t(`text.${status}`), tone: rule.tone }
}
