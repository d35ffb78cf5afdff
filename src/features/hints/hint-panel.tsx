import { ChevronDown } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarkdownProps } from '../../i18n/use-markdown-props'
import { FILES_PREFIX } from '../../lib/files-prefix'
import { useShortcut } from '../../lib/shortcuts'
import { getTakenHints, parseHint, type ReadableHint } from '../../queries/hints'
import type { Task } from '../../queries/responses'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { Markdown } from '../../ui/markdown/markdown'
import { NextHint } from './next-hint'

interface HintPanelProps {
  task: Task
  isSolved: boolean
}

export const HintPanel = ({ task, isSolved }: HintPanelProps) => {
  const hasAny = task.has_hint || getTakenHints(task).length > 0
  return hasAny ? <Disclosure key={task.id} task={task} isSolved={isSolved} /> : null
}

/** Open initially if a hint was already taken. */
const Disclosure = ({ task, isSolved }: HintPanelProps) => {
  const { t } = useTranslation('hints')
  const hints = getTakenHints(task)
  const total = hints.length + hintsLeft(task)
  const [isOpen, setOpen] = useState(hints.length > 0)
  const toggle = useRef<HTMLButtonElement>(null)
  const lastHeading = useRef<HTMLHeadingElement>(null)
  useShortcut('hint', () => {
    setOpen(true)
    toggle.current?.focus()
  })
  return (
    <Card as="section" padding="none" aria-labelledby="hints">
      <h2 id="hints" className="text-lg">
        <button
          ref={toggle}
          type="button"
          aria-expanded={isOpen}
          aria-controls="hints-body"
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-control w-full items-center gap-3 rounded-card px-4 py-3 text-left sm:px-6"
        >
          <span className="min-w-0 flex-1">{t('title')}</span>
          {total > 0 && (
            <span className="text-sm font-normal tabular-nums text-muted">
              {t('taken', { taken: hints.length, total })}
            </span>
          )}
          <ChevronDown aria-hidden className={cx('size-5 shrink-0 text-muted', isOpen && 'rotate-180')} />
        </button>
      </h2>
      <div id="hints-body" hidden={!isOpen} className="flex flex-col gap-4 px-4 pb-4 sm:px-6 sm:pb-6">
        <HintList hints={hints} total={total} lastRef={lastHeading} />
        <NextHint task={task} isSolved={isSolved} left={hintsLeft(task)} lastHeading={lastHeading} />
      </div>
    </Card>
  )
}

/** Treats an invalid count as "maybe one". */
const hintsLeft = ({ hints_left, has_hint }: Task): number => {
  if (Number.isInteger(hints_left) && hints_left >= 0) return hints_left
  return has_hint ? 1 : 0
}

interface HintListProps {
  hints: readonly unknown[]
  total: number
  /** Heading of the last hint. */
  lastRef: RefObject<HTMLHeadingElement | null>
}

/** A malformed hint shows a placeholder. */
const HintList = ({ hints, total, lastRef }: HintListProps) => {
  const { t } = useTranslation('hints')
  const markdown = useMarkdownProps()
  if (hints.length === 0) return null
  return (
    <ol className="flex flex-col gap-4">
      {hints.map(parseHint).map((hint, index) => (
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
                imagePrefix={FILES_PREFIX}
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
