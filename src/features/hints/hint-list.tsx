import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarkdownWords } from '../../i18n/use-markdown-words'
import { filesPrefix } from '../../lib/files-prefix'
import { type ReadableHint, readHint } from '../../queries/hints'
import { Markdown } from '../../ui/markdown/markdown'

interface HintListProps {
  hints: readonly unknown[]
  total: number
  /** The heading of the newest one. */
  lastRef: RefObject<HTMLHeadingElement | null>
}

/** The hints that were taken, each with what it has cost. One of a wrong shape says so and costs only itself. */
export const HintList = ({ hints, total, lastRef }: HintListProps) => {
  const { t } = useTranslation('hints')
  const markdown = useMarkdownWords()
  if (hints.length === 0) return null
  return (
    <ol className="flex flex-col gap-4">
      {hints.map(readHint).map((hint, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: hints are taken one after the other and keep their order.
        <li key={index} className="flex min-w-0 flex-col gap-2 border-t border-line pt-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <h3
              ref={index === hints.length - 1 ? lastRef : undefined}
              tabIndex={-1}
              className="text-sm font-semibold"
            >
              {t('number', { number: index + 1, total })}
            </h3>
            <Cost hint={hint} />
          </div>
          {hint ? (
            <div className="text-sm">
              <Markdown
                source={hint.text}
                idPrefix={`hint-${index + 1}-`}
                imagePrefix={filesPrefix}
                {...markdown}
              />
            </div>
          ) : (
            <p className="text-sm text-muted">{t('broken')}</p>
          )}
        </li>
      ))}
    </ol>
  )
}

const Cost = ({ hint }: { hint: ReadableHint | null }) => {
  const { t } = useTranslation('hints')
  const cost: unknown = hint?.cost
  if (typeof cost !== 'number') return null
  return (
    <span className="text-xs tabular-nums text-muted">
      {cost > 0 ? t('paid.cost', { count: cost }) : t('paid.free')}
    </span>
  )
}
