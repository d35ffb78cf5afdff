import { Flame, Printer, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMonthOfDay, formatYear } from '../../api/activity'
import { formatDate, formatNumber } from '../../lib/format'
import { Avatar } from '../../ui/avatar'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { CopyButton } from '../../ui/copy-button'
import { cx } from '../../ui/cx'
import { Logo } from '../../ui/logo'
import { ExamBadges } from './exams'
import type { Amount, ExamView } from './profile-model'

interface CoverNameProps {
  /** Null if unknown. */
  name: string | null
  isLarge?: boolean
}

/** Beside the picture on a phone, a longer word would not fit. */
const MAX_WORD_LENGTH = 16

/** The h1 of the page. */
const CoverName = ({ name, isLarge = false }: CoverNameProps) => {
  const { t } = useTranslation('competencies')
  return (
    <h1
      tabIndex={-1}
      data-page-title
      className={cx(
        'font-display tracking-tight wrap-anywhere',
        name?.split(/[\s-]/).some(word => word.length > MAX_WORD_LENGTH) ? 'text-lg' : 'text-xl',
        isLarge ? 'md:text-3xl print:text-2xl' : 'md:text-2xl',
      )}
    >
      {name === null ? t('someone') : <bdi translate="no">{name}</bdi>}
    </h1>
  )
}

/** The header of a printed profile. */
export const PrintHeader = ({ date }: { date: number }) => {
  const { t, i18n } = useTranslation(['competencies', 'common'])
  return (
    <div className="hidden items-center justify-between gap-4 print:flex">
      <Logo name={t('product', { ns: 'common' })} />
      <p className="text-sm text-muted">{t('cover.printed', { date: formatDate(date, i18n.language) })}</p>
    </div>
  )
}

interface MemberCoverProps {
  name: string | null
  username: string | null
  /** Days in a row. */
  streak: number
  exams: readonly ExamView[]
  points?: Amount
  tasks?: Amount
  actions?: ReactNode
  /** Publishing, a line of its own. */
  children?: ReactNode
}

/** The top of the own profile, and of another member's. */
export const MemberCover = (props: MemberCoverProps) => {
  const { name, username, streak, exams, points, tasks, actions, children } = props
  const { t } = useTranslation('competencies')
  return (
    <Card padding="none">
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4 p-4 sm:px-6 sm:py-4">
        <div className="flex min-w-0 flex-1 basis-[22rem] items-center gap-4">
          <Avatar name={name ?? ''} size="xl" />
          <div className="flex min-w-0 flex-col gap-1">
            <CoverName name={name} />
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted empty:hidden">
              {username !== null && (
                <bdi translate="no" className="wrap-anywhere">
                  {username}
                </bdi>
              )}
              <ExamBadges exams={exams} />
              {streak > 1 && (
                <span className="flex items-center gap-1.5 font-medium text-signal">
                  <Flame className="size-4 shrink-0" />
                  <span>{t('cover.streak', { count: streak })}</span>
                </span>
              )}
            </div>
          </div>
        </div>
        {points && tasks && (points.done !== null || tasks.done !== null) && (
          <dl aria-label={t('totals.title')} className="flex flex-wrap gap-x-8 gap-y-2">
            <Total isPoints amount={points} />
            <Total amount={tasks} />
          </dl>
        )}
        {actions && <div className="sm:ml-auto">{actions}</div>}
      </div>
      {children}
    </Card>
  )
}

interface TotalProps {
  amount: Amount
  /** Otherwise of tasks. */
  isPoints?: boolean
}

const Total = ({ amount: { done, total }, isPoints = false }: TotalProps) => {
  const { t, i18n } = useTranslation('competencies')
  if (done === null) return null
  const kind = isPoints ? 'points' : 'tasks'
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <div className="flex flex-col-reverse sm:text-end">
      <dt className="text-sm text-muted">
        {total === null
          ? t(`totals.${kind}`, { count: done })
          : t(`totals.${kind}Of`, { count: done, total: number(total) })}
      </dt>
      <dd className="font-display text-2xl">{number(done)}</dd>
    </div>
  )
}

export const PrintButton = ({ isPrimary = false }: { isPrimary?: boolean }) => {
  const { t } = useTranslation('competencies')
  return (
    <Button
      data-no-print
      variant={isPrimary ? 'primary' : 'secondary'}
      icon={<Printer />}
      onClick={() => window.print()}
    >
      {t(isPrimary ? 'cover.pdf' : 'cover.pdfShort')}
    </Button>
  )
}

interface Practice {
  /** The day of the first solve; null when unknown. */
  since: number | null
  tasks: number | null
  hardTasks: number | null
}

const PracticeLine = ({ since, tasks, hardTasks }: Practice) => {
  const { t, i18n } = useTranslation('competencies')
  const { language } = i18n
  const start =
    since === null
      ? t('cover.practice')
      : t('cover.practiceSince', {
          month: formatMonthOfDay(since, language),
          year: formatYear(since, language),
        })
  const count = tasks === null ? null : t('cover.tasks', { count: tasks })
  const facts = hardTasks && count !== null ? t('cover.hard', { tasks: count, count: hardTasks }) : count
  return (
    <p className="text-sm text-pretty text-muted sm:text-base">
      {facts === null ? start : `${start}\u00a0· ${facts}`}
    </p>
  )
}

interface PublicCoverProps {
  name: string | null
  practice: Practice
  /** When the data was read, in milliseconds. */
  date: number
  /** Of the page, to be copied. */
  address: string
}

/** The top of a profile that goes into a CV. */
export const PublicCover = ({ name, practice, date, address }: PublicCoverProps) => {
  const { t } = useTranslation(['competencies', 'sharing'])
  return (
    <Card padding="none">
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4 p-4 sm:p-6 lg:px-8 print:p-4">
        <div className="grid min-w-0 flex-1 basis-[20rem] grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 sm:gap-x-6">
          <div className="sm:row-span-2">
            <Avatar name={name ?? ''} size="xl" />
          </div>
          <CoverName name={name} isLarge />
          <div className="max-sm:col-span-2">
            <PracticeLine {...practice} />
          </div>
        </div>
        <div data-no-print data-button-row className="flex gap-2 max-sm:w-full max-sm:flex-col md:flex-col">
          <PrintButton isPrimary />
          <CopyButton
            text={address}
            label={t('page.copy', { ns: 'sharing' })}
            copiedLabel={t('link.copied', { ns: 'sharing' })}
            variant="secondary"
            size="md"
          />
        </div>
      </div>
      <Verified date={date} className="border-t border-line px-4 py-3 sm:px-6 lg:px-8 print:hidden" />
    </Card>
  )
}

interface VerifiedProps {
  date: number
  className?: string
}

const Verified = ({ date, className }: VerifiedProps) => {
  const { t, i18n } = useTranslation(['competencies', 'common'])
  return (
    <div className={cx('flex items-center justify-between gap-4', className)}>
      <div className="flex min-w-0 items-start gap-2 text-sm">
        <ShieldCheck className="mt-px size-5 shrink-0 text-success-text" />
        <p className="flex flex-wrap gap-x-3">
          <span className="font-medium">{t('cover.verified')}</span>
          <span className="text-muted">{t('cover.date', { date: formatDate(date, i18n.language) })}</span>
        </p>
      </div>
      <span aria-hidden className="max-sm:hidden print:hidden">
        <Logo name={t('product', { ns: 'common' })} />
      </span>
    </div>
  )
}

interface PrintFooterProps {
  date: number
  /** Where the reader of the print can check it; null if nowhere. */
  address: string | null
}

export const PrintFooter = ({ date, address }: PrintFooterProps) => (
  <div className="hidden border-t border-line pt-2 print:block">
    <Verified date={date} />
    {address !== null && <p className="mt-1 text-xs text-muted wrap-anywhere">{address}</p>}
  </div>
)
