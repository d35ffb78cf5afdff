import { ChevronDown, Lightbulb } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStopWaiting } from '../../api/query'
import type { Task } from '../../api/responses'
import { usePollOutcome } from '../../api/use-poll-outcome'
import { retryReason, shortErrorMessage } from '../../i18n/error-messages'
import { SlowAnswer } from '../../i18n/slow-answer'
import { announce } from '../../lib/announce'
import { useRetryAfter } from '../../lib/cooldowns'
import { isFocusLost } from '../../lib/focus'
import { useIsUnmounted, useOnChange } from '../../lib/hooks'
import { ignoreDoubleClick } from '../../lib/ignore-double-click'
import { useOnline } from '../../lib/online'
import { useShortcut } from '../../lib/shortcuts'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { ConfirmDialog } from '../../ui/dialog'
import { Step } from '../../ui/step'
import {
  countHints,
  getHintCosts,
  getTakenHints,
  type HintOutcome,
  parseCost,
  parseHint,
  useTakeHint,
} from './hints'
import { TaskMarkdown } from './task-markdown'

interface HintPanelProps {
  task: Task
  isSolved: boolean
}

/** Open initially if a hint was already taken. */
export const HintPanel = ({ task, isSolved }: HintPanelProps) => {
  const { t } = useTranslation('hints')
  const taken = getTakenHints(task).length
  const costs = getHintCosts(task)
  const total = countHints(task)
  const [isOpen, setOpen] = useState(taken > 0)
  // Known before the panel is opened.
  const prices =
    isOpen || isSolved ? [] : costs.flatMap(cost => (cost ? `−${cost}` : cost === 0 ? t('paid.freeToo') : []))
  const summary =
    taken === 0 && total !== null && prices.length === total
      ? t('paid.folded', { count: total, prices: prices.join(', ') })
      : [...(total === null ? [] : [t('taken', { taken, total })]), ...prices].join(' · ')
  const toggle = useRef<HTMLButtonElement>(null)
  const hasAny = task.has_hint !== false || taken > 0
  useShortcut(
    'hint',
    () => {
      setOpen(true)
      toggle.current?.focus()
    },
    hasAny,
  )
  if (!hasAny) return null
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
          <span>{t('title')}</span>
          {total !== 0 && (
            <span className="min-w-0 flex-1 text-right text-sm font-normal text-muted">{summary}</span>
          )}
          <ChevronDown className={cx('ml-auto size-5 shrink-0 text-muted', isOpen && 'rotate-180')} />
        </button>
      </h2>
      <div id="hints-body" hidden={!isOpen} className="flex flex-col gap-4 px-4 pb-4 sm:px-6 sm:pb-6">
        <Ladder task={task} costs={costs} isSolved={isSolved} />
      </div>
    </Card>
  )
}

interface LadderProps {
  task: Task
  /** Of the hints that are left. */
  costs: readonly (number | null)[]
  /** A solved task offers no paid hints. */
  isSolved: boolean
}

/** Taken hints, the next one with its button, and the locked ones. Paid hints are confirmed. */
const Ladder = ({ task, costs, isSolved }: LadderProps) => {
  const { t } = useTranslation('hints')
  const { outcome, isPending, wait, take } = useNextHint(task)
  const [isConfirming, setConfirming] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // Receives the focus when the button unmounts, unless the focus was moved.
  const lastHeading = useRef<HTMLHeadingElement>(null)
  const isOnline = useOnline()
  const stopTaking = useStopWaiting('takeHint')
  const hasTaken = !isPending && outcome?.kind === 'taken'
  useOnChange(hasTaken, () => {
    // The focus may still be in the closing dialog.
    const isLost = isFocusLost() || document.activeElement?.closest('[role="alertdialog"]')
    if (hasTaken && isLost) lastHeading.current?.focus()
  })
  const afterDialog = useRef({
    // The button may unmount while the dialog closes.
    get current() {
      return button.current ?? lastHeading.current
    },
  })
  const hints = getTakenHints(task).map(parseHint)
  const paid = hints.map(hint => parseCost(hint?.cost))
  const total = countHints(task)
  const [cost = null] = costs
  const spent = getSum(paid)
  const rest = isSolved || costs.length < 2 ? 0 : getSum(costs)
  const hasNext = costs.length > 0 || isPending
  const isOffered = !isSolved || cost === 0 || isPending
  const disabledReason =
    task.status === 'disabled' ? t('disabled') : isOnline ? retryReason(wait) : t('offline')
  const hasFailed = outcome?.kind === 'failed' || outcome?.kind === 'empty'
  const error = outcome && <HintError outcome={outcome} />
  const next = (
    <>
      {error}
      <SlowAnswer isPending={isPending} onStop={stopTaking} />
      {isOffered ? (
        <Button
          data-no-print
          className="self-start"
          ref={button}
          icon={<Lightbulb />}
          isPending={isPending}
          disabledReason={disabledReason}
          onClick={ignoreDoubleClick(() => (cost === 0 ? void take() : setConfirming(true)))}
        >
          {t(hasFailed ? 'again' : 'take')}
        </Button>
      ) : (
        <p className="text-muted">{t('solved')}</p>
      )}
    </>
  )
  // While the last hint is being taken, its button stays.
  const prices = [...paid, ...(hasNext && costs.length === 0 ? [null] : costs)]
  return (
    <>
      <ol className="flex flex-col">
        {prices.map((price, index) => {
          const isNext = index === hints.length
          const status = index < hints.length ? 'solved' : isNext && isOffered ? 'todo' : 'locked'
          const number =
            total === null
              ? t('numberPlain', { number: index + 1 })
              : t('number', { number: index + 1, total })
          return (
            <Step
              // The next rung keeps its button and with it the focus.
              key={isNext ? 'next' : index}
              status={status}
              label={t(`state.${status}`)}
              isLast={index === prices.length - 1}
            >
              <div className="flex min-w-0 flex-1 flex-col gap-2">
                <div
                  className={cx(
                    'flex flex-wrap items-baseline justify-between gap-x-3 tabular-nums',
                    isNext ? 'font-medium' : 'text-muted',
                  )}
                >
                  {status === 'solved' ? (
                    <h3
                      ref={index === hints.length - 1 ? lastHeading : undefined}
                      tabIndex={-1}
                      className="font-semibold text-text"
                    >
                      {number}
                    </h3>
                  ) : (
                    // How many there are may be unknown, so the next one has no number.
                    <span>{isNext ? t('next') : number}</span>
                  )}
                  {price !== null ? (
                    <span>{price > 0 ? t('paid.cost', { count: price }) : t('paid.free')}</span>
                  ) : (
                    isNext && <span>{t('paid.unknown')}</span>
                  )}
                </div>
                {status === 'solved' ? (
                  <TaskMarkdown
                    // A malformed hint has no text.
                    source={hints[index]?.text ?? t('broken')}
                    idPrefix={`hint-${index + 1}-`}
                  />
                ) : (
                  isNext && next
                )}
              </div>
            </Step>
          )
        })}
      </ol>
      {!hasNext && (
        <>
          {error}
          <p className="text-sm text-muted">{t(hints.length > 0 ? 'none' : 'noneAtAll')}</p>
        </>
      )}
      {(spent > 0 || rest > 0) && (
        <p className="text-sm text-muted">
          {`${spent > 0 ? t('total.spent', { count: spent }) : ''} ${rest > 0 ? t('total.left', { count: rest }) : ''}`}
        </p>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        onOpenChange={setConfirming}
        tone="primary"
        title={cost ? t('confirm.title', { count: cost }) : t('confirm.titleUnknown')}
        description={t(cost ? 'confirm.text' : 'confirm.textUnknown')}
        confirmLabel={t('take')}
        cancelLabel={t('confirm.no')}
        finalFocus={afterDialog.current}
        onConfirm={() => {
          setConfirming(false)
          void take()
        }}
      />
    </>
  )
}

/** NaN if one of them is unknown. */
const getSum = (costs: readonly (number | null)[]): number =>
  costs.reduce<number>((sum, cost) => sum + (cost ?? Number.NaN), 0)

/** Every failure counts as "no hint". */
const HintError = ({ outcome }: { outcome: HintOutcome }) => {
  const { t } = useTranslation('hints')
  if (outcome.kind === 'taken') return null
  const isChanged = outcome.kind === 'changed'
  return (
    <Banner
      tone={isChanged ? 'info' : 'warning'}
      role="alert"
      title={isChanged ? undefined : t('unavailable')}
    >
      {isChanged || outcome.kind === 'empty'
        ? t(outcome.kind)
        : outcome.isUncertain
          ? t('uncertain')
          : shortErrorMessage(outcome.error)}
    </Banner>
  )
}

/** Takes hints and announces the result. `wait`: seconds until a retry is allowed. */
const useNextHint = (task: Task) => {
  const { t } = useTranslation('hints')
  const { take: takeHint, findOutcome, isPending } = useTakeHint(task)
  const [outcome, setOutcome] = useState<HintOutcome | null>(null)
  const isUnmounted = useIsUnmounted()
  const wait = useRetryAfter(outcome?.kind === 'failed' ? outcome.error : null)
  const take = async (): Promise<void> => {
    setOutcome(null)
    report(await takeHint())
  }
  const report = (next: HintOutcome | null) => {
    if (!next || isUnmounted()) return
    setOutcome(next)
    // Other outcomes are shown in an alert.
    if (next.kind === 'taken') announce(t('opened', { number: getTakenHints(task).length + 1 }), 'polite')
  }
  const uncertain = outcome?.kind === 'failed' && outcome.isUncertain ? outcome : null
  usePollOutcome(uncertain !== null, async () => uncertain && report(await findOutcome(uncertain)))
  return { outcome, isPending, wait, take }
}
