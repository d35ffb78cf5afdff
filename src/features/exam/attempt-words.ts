import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDeadline, formatDuration, formatMoney } from '../../lib/format'
import type { Group } from '../../queries/answers'
import { type AttemptView, mayNeedAdmission } from '../../queries/exam-view'

type Words = TFunction<'exam'>

/** Seconds of an exam: whole hours as hours, 24 as well; a dash when the server did not say. */
export const hoursText = (seconds: number | null, t: Words, language: string): string => {
  const hours = seconds === null ? Number.NaN : seconds / 3600
  return Number.isInteger(hours) ? t('hours', { count: hours }) : formatDuration(seconds ?? hours, language)
}

const isPriceless = (exam: Group['exam']): boolean => typeof exam?.price !== 'number'

/** What an attempt costs. A price that cannot be read is a dash. */
export const priceText = (
  price: AttemptView['price'],
  exam: Group['exam'],
  t: Words,
  language: string,
): string => {
  if (price) return formatMoney(price.amount, price.currency, language)
  return isPriceless(exam) ? t('facts.noPrice') : formatDuration(Number.NaN, language)
}

/** Headline, sentence and tone of an attempt (ux §4), from the rules table and what is known beside it. */
export const useAttemptWords = (view: AttemptView, exam: Group['exam']) => {
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
