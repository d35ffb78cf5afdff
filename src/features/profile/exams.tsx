import { Award } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatNumber } from '../../lib/format'
import { LogoMark } from '../../ui/logo'
import { Ring } from '../../ui/ring'
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

/** As certificates, like the exam's own page. Renders nothing without an exam. */
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
          className="flex items-center gap-4 rounded-card border border-signal/50 bg-signal-soft p-4 sm:gap-x-6 sm:p-6 print:bg-surface print:p-3"
        >
          <ExamScore exam={exam} />
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <p className="flex items-center gap-1.5 text-sm font-medium text-signal">
              <LogoMark isJoy />
              <span>{t('exam.badge')}</span>
            </p>
            <p className="text-lg leading-snug font-semibold [overflow-wrap:anywhere]">
              {exam.title === null ? t('exam.untitled') : <bdi>{exam.title}</bdi>}
            </p>
            <ExamFacts exam={exam} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** On paper the score is one of them, for want of room. */
const ExamFacts = ({ exam }: { exam: ExamView }) => {
  const { hours, passedAt } = exam
  const { t, i18n } = useTranslation('competencies')
  const { language } = i18n
  const facts = [
    passedAt !== null && formatDate(passedAt, language),
    hours !== null && t('exam.hours', { count: hours, hours: formatNumber(hours, language) }),
  ].filter(fact => fact !== false)
  const score = getExamScore(exam)
  return (
    <p className="text-sm text-muted empty:hidden">
      {facts.length > 0 && <span>{facts.join('\u00a0· ')}</span>}
      {score !== null && (
        <span className="hidden print:inline">{facts.length > 0 ? `\u00a0· ${score}` : score}</span>
      )}
    </p>
  )
}

/** In its ring, which is full where the maximum is unknown. */
const ExamScore = ({ exam: { score, maximum } }: { exam: ExamView }) => {
  const { t, i18n } = useTranslation('competencies')
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <div className="relative grid size-[4.5rem] shrink-0 place-items-center sm:size-[6.5rem] print:hidden">
      <Ring
        share={score !== null && maximum ? score / maximum : 1}
        tone="signal"
        width={2.5}
        className="absolute inset-0 size-full"
      />
      {score === null ? (
        <Award aria-hidden className="size-8 text-signal" />
      ) : (
        <p className="relative flex flex-col items-center">
          <span className="font-display text-xl text-signal-fill sm:text-2xl">{number(score)}</span>
          <span className="text-xs text-muted">
            {maximum === null ? t('exam.points', { count: score }) : t('exam.of', { max: number(maximum) })}
          </span>
        </p>
      )}
    </div>
  )
}
