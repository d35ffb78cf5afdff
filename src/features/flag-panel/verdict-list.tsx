import { CircleCheck, CircleHelp, CircleX, History, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../lib/format'
import { cx } from '../../ui/cx'
import type { SentFlag } from './sent-flags'
import type { Outcome, VerdictVariant } from './verdict'

export const VerdictList = ({ outcome }: { outcome: Outcome }) => {
  const { t } = useTranslation('task')
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls into view once per response.
  useEffect(() => {
    list.current?.scrollIntoView?.({ block: 'nearest' })
  }, [outcome])
  return (
    <ul ref={list} aria-label={t('verdict.list')} className="flex flex-col gap-1.5">
      {outcome.rows.map(({ flag, variant }, index) => {
        const { Icon, className } = verdictVariants[variant]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of one response never move.
          <li key={index} className={cx('flex gap-2 rounded-control px-3 py-2 text-sm', className)}>
            <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
            <span className="min-w-0">
              <span className="font-medium">{t(`verdict.${variant}`)}</span>{' '}
              <bdi className="font-mono [overflow-wrap:anywhere]">{flag}</bdi>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Icon and color: never color alone. */
const verdictVariants: Record<VerdictVariant, { Icon: LucideIcon; className: string }> = {
  correct: { Icon: CircleCheck, className: 'bg-success-soft text-success-text' },
  incorrect: { Icon: CircleX, className: 'bg-danger-soft text-danger-text' },
  repeated: { Icon: History, className: 'bg-info-soft text-info-text' },
  unknown: { Icon: CircleHelp, className: 'bg-sunken text-muted' },
}

/** Submissions in this tab, newest first. */
export const SentList = ({ sent }: { sent: readonly SentFlag[] }) => {
  const { t, i18n } = useTranslation('task')
  if (sent.length === 0) return null
  return (
    <details className="border-t border-line pt-3 text-sm">
      <summary className="cursor-pointer py-1 font-medium pointer-coarse:py-3">
        {t('sent.title', { total: sent.length })}
      </summary>
      <ol aria-label={t('sent.list')} className="mt-2 flex flex-col gap-1.5">
        {sent.toReversed().map(({ at, masked, look }, index) => {
          const { Icon, className } = verdictVariants[look]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: flags of one submission share a timestamp.
            <li key={index} className="flex flex-wrap items-center gap-x-2">
              <time dateTime={new Date(at).toISOString()} className="tabular-nums text-muted">
                {formatTime(at, i18n.language)}
              </time>
              <bdi className="min-w-0 font-mono [overflow-wrap:anywhere]">{masked}</bdi>
              <span className={`flex items-center gap-1 rounded-chip px-1.5 ${className}`}>
                <Icon className="size-4 shrink-0" aria-hidden />
                {t(`sent.${look}`)}
              </span>
            </li>
          )
        })}
      </ol>
      <p className="mt-2 text-xs text-muted">{t('sent.note')}</p>
    </details>
  )
}
