import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx'
import type { Outcome } from './verdict'
import { verdictLooks } from './verdict-looks'

/** Each sent flag with its own verdict, in the order of sending. */
export const VerdictList = ({ outcome }: { outcome: Outcome }) => {
  const { t } = useTranslation('task')
  const list = useRef<HTMLUListElement>(null)
  // The page keeps the room of its sticky header free (`scroll-padding`).
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is brought into view once.
  useEffect(() => {
    list.current?.scrollIntoView?.({ block: 'nearest' })
  }, [outcome])
  return (
    <ul ref={list} aria-label={t('verdict.list')} className="flex flex-col gap-1.5">
      {outcome.rows.map(({ flag, look }, index) => {
        const { Icon, className } = verdictLooks[look]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one answer never move.
          <li key={index} className={cx('flex gap-2 rounded-control px-3 py-2 text-sm', className)}>
            <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
            <span className="min-w-0">
              <span className="font-medium">{t(`verdict.${look}`)}</span>{' '}
              <bdi className="font-mono [overflow-wrap:anywhere]">{flag}</bdi>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
