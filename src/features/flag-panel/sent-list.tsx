import { useTranslation } from 'react-i18next'
import { formatTime } from '../../lib/format'
import type { SentFlag } from './sent-flags'
import { verdictLooks } from './verdict-looks'

/** One's own submissions in this tab, newest first, by masked flags. */
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
          const { Icon, className } = verdictLooks[look]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: several flags are sent in one moment.
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
