import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../lib/shortcuts'
import type { Task } from '../../queries/answers'
import { takenHints } from '../../queries/hints'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { HintList } from './hint-list'
import { HintOffer } from './hint-offer'

interface HintPanelProps {
  task: Task
  isSolved: boolean
}

/** The hints of a task: those that were taken, and the way to the next one (ux §3, hint). */
export const HintPanel = ({ task, isSolved }: HintPanelProps) => {
  const hasAny = task.has_hint || takenHints(task).length > 0
  return hasAny ? <Disclosure key={task.id} task={task} isSolved={isSolved} /> : null
}

/** Closed until it is wanted; whoever took a hint before finds it open. */
const Disclosure = ({ task, isSolved }: HintPanelProps) => {
  const { t } = useTranslation('hints')
  const hints = takenHints(task)
  const total = hints.length + hintsLeft(task)
  const [isOpen, setOpen] = useState(hints.length > 0)
  const toggle = useRef<HTMLButtonElement>(null)
  const last = useRef<HTMLHeadingElement>(null)
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
        <HintList hints={hints} total={total} lastRef={last} />
        <HintOffer task={task} isSolved={isSolved} left={hintsLeft(task)} last={last} />
      </div>
    </Card>
  )
}

/** How many can still be taken; a count that is none is read as "the server will say". */
const hintsLeft = ({ hints_left, has_hint }: Task): number => {
  if (Number.isInteger(hints_left) && hints_left >= 0) return hints_left
  return has_hint ? 1 : 0
}
