import { Award } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatNumber } from '../../lib/format'
import { type ExamView, getExamScore } from './profile-model'

/** On the own cover: the exams that were passed. */
export const ExamBadges = ({ exams }: { exams: readonly ExamView[] }) => {
  const { t } = useTranslation('competencies')
  return exams.map((exam, at) => {
    const score = getExamScore(exam)
    return (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: an exam may be passed twice, and the list never moves.
        key={at}
        className="inline-flex items-center gap-1.5 rounded-control bg-signal-soft px-2 py-0.5 text-xs font-medium text-signal forced-colors:border"
      >
        <Award className="size-3.5 shrink-0" />
        <span>{score === null ? t('exam.badge') : t('exam.badgeScore', { score })}</span>
        {exam.title !== null && <bdi className="[overflow-wrap:anywhere]">{exam.title}</bdi>}
      </span>
    )
  })
}

/** Renders nothing without an exam. */
export const ExamBlocks = ({ exams }: { exams: readonly ExamView[] }) => {
  const { t } = useTranslation('competencies')
  if (exams.length === 0) return null
  return (
    <ul aria-label={t('exam.title')} className="flex flex-col gap-3">
      {exams.map((exam, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          key={at}
          data-card=""
          className="flex items-center gap-3 rounded-card border border-signal/50 bg-signal-soft p-4 sm:gap-4 print:bg-surface print:p-3"
        >
          <span
            aria-hidden
            className="flex size-[2.75rem] shrink-0 items-center justify-center rounded-full bg-signal text-surface"
          >
            <Award className="size-6" />
          </span>
          <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-1">
            <div className="min-w-0">
              <p className="text-lg leading-snug font-semibold [overflow-wrap:anywhere]">
                {exam.title === null ? t('exam.untitled') : <bdi>{exam.title}</bdi>}
              </p>
              <ExamFacts exam={exam} />
            </div>
            <ExamScore exam={exam} />
          </div>
        </li>
      ))}
    </ul>
  )
}

const ExamFacts = ({ exam: { hours, passedAt } }: { exam: ExamView }) => {
  const { t, i18n } = useTranslation('competencies')
  const { language } = i18n
  const facts = [
    hours !== null && t('exam.hours', { count: hours, hours: formatNumber(hours, language) }),
    passedAt !== null && t('exam.passed', { date: formatDate(passedAt, language) }),
  ].filter(fact => fact !== false)
  return facts.length > 0 && <p className="text-sm text-muted">{facts.join(' · ')}</p>
}

const ExamScore = ({ exam: { score, maximum } }: { exam: ExamView }) => {
  const { t, i18n } = useTranslation('competencies')
  if (score === null) return null
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <p className="flex items-baseline gap-1.5 whitespace-nowrap">
      <span className="font-display text-xl text-signal sm:text-2xl">{number(score)}</span>
      <span className="text-sm text-muted">
        {maximum === null ? t('exam.points', { count: score }) : t('exam.of', { max: number(maximum) })}
      </span>
    </p>
  )
}
