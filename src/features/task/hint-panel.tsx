import { ChevronDown, Lightbulb } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import type { Task } from '../../api/responses'
import { usePollOutcome } from '../../api/use-poll-outcome'
import { retryReason, shortErrorMessage } from '../../i18n/error-messages'
import { useMarkdownProps } from '../../i18n/use-markdown-props'
import { announce } from '../../lib/announce'
import { useRetryAfter } from '../../lib/cooldowns'
import { useIsUnmounted } from '../../lib/hooks'
import { useOnline } from '../../lib/online'
import { FILES_PREFIX } from '../../lib/safe-url'
import { useShortcut } from '../../lib/shortcuts'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { ConfirmDialog } from '../../ui/dialog'
import { Markdown } from '../../ui/markdown/markdown'
import { getTakenHints, type HintOutcome, parseHint, type ReadableHint, useTakeHint } from './hints'

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
  // The price of the next one, known before the panel is opened.
  const cost = isSolved || hintsLeft(task) === 0 ? null : getCost(task)
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
              {cost !== null && ` · ${cost > 0 ? t('paid.cost', { count: cost }) : t('paid.free')}`}
            </span>
          )}
          <ChevronDown className={cx('size-5 shrink-0 text-muted', isOpen && 'rotate-180')} />
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

interface NextHintProps {
  task: Task
  /** A solved task offers no paid hints. */
  isSolved: boolean
  left: number
  /** Receives the focus when the button unmounts. */
  lastHeading: RefObject<HTMLHeadingElement | null>
}

/** Cost of the next hint and the button that takes it. Paid hints are confirmed. */
const NextHint = ({ task, isSolved, left, lastHeading }: NextHintProps) => {
  const { t } = useTranslation('hints')
  const { outcome, isPending, wait, take } = useNextHint(task)
  const [isConfirming, setConfirming] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isOnline = useOnline()
  useFocusLastHint(isPending, outcome?.kind === 'taken', lastHeading)
  const afterDialog = useFirstMounted(button, lastHeading)
  const cost = getCost(task)
  const hasNoneLeft = left === 0 && !isPending
  const disabledReasons = [
    task.status === 'disabled' && t('disabled'),
    !isOnline && t('offline'),
    retryReason(wait),
  ]
  const hasFailed = outcome?.kind === 'failed' || outcome?.kind === 'empty'
  return (
    <div data-no-print className="flex flex-col items-start gap-3">
      {outcome && <HintError outcome={outcome} />}
      {hasNoneLeft ? (
        <p className="text-sm text-muted">{t(getTakenHints(task).length > 0 ? 'none' : 'noneAtAll')}</p>
      ) : isSolved && cost !== 0 && !isPending ? (
        <p className="text-sm text-muted">{t('solved')}</p>
      ) : (
        <>
          <CostText cost={cost} />
          <Button
            ref={button}
            icon={<Lightbulb />}
            isPending={isPending}
            disabledReason={disabledReasons.find(Boolean) || ''}
            // Ignores the second click of a double click, however fast the response was.
            onClick={event => (event.detail > 1 ? undefined : cost === 0 ? void take() : setConfirming(true))}
          >
            {t(hasFailed ? 'again' : 'take')}
          </Button>
        </>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        onOpenChange={setConfirming}
        tone="primary"
        title={cost ? t('confirm.title', { count: cost }) : t('confirm.titleUnknown')}
        description={t(cost ? 'confirm.text' : 'confirm.textUnknown')}
        confirmLabel={t('take')}
        cancelLabel={t('confirm.no')}
        finalFocus={afterDialog}
        onConfirm={() => {
          setConfirming(false)
          void take()
        }}
      />
    </div>
  )
}

/** Null if unknown. */
const getCost = ({ hint_cost }: Task): number | null =>
  typeof hint_cost === 'number' && hint_cost >= 0 ? hint_cost : null

const CostText = ({ cost }: { cost: number | null }) => {
  const { t } = useTranslation('hints')
  const message =
    cost === null ? t('next.unknown') : cost === 0 ? t('next.free') : t('next.cost', { count: cost })
  return <p className="text-sm text-muted">{message}</p>
}

/** Focuses the last hint when the button has unmounted with it, unless the focus was moved. */
const useFocusLastHint = (
  isPending: boolean,
  hasTaken: boolean,
  target: RefObject<HTMLElement | null>,
): void => {
  useEffect(() => {
    const { activeElement } = document
    // The focus may still be in the closing dialog.
    const isLost =
      activeElement === null ||
      activeElement === document.body ||
      activeElement.closest('[role="alertdialog"]')
    if (!isPending && hasTaken && isLost) target.current?.focus()
  }, [isPending, hasTaken, target])
}

/** The button may unmount while the dialog closes. */
const useFirstMounted = (
  first: RefObject<HTMLElement | null>,
  second: RefObject<HTMLElement | null>,
): RefObject<HTMLElement | null> =>
  useMemo(
    () => ({
      get current() {
        return first.current ?? second.current
      },
    }),
    [first, second],
  )

/** Every failure counts as "no hint". */
const HintError = ({ outcome }: { outcome: HintOutcome }) => {
  const { t } = useTranslation('hints')
  if (outcome.kind === 'taken') return null
  if (outcome.kind === 'changed') {
    return (
      <Banner tone="info" role="alert" className="w-full">
        {t('changed')}
      </Banner>
    )
  }
  return (
    <Banner tone="warning" role="alert" title={t('unavailable')} className="w-full">
      {outcome.kind === 'empty'
        ? t('empty')
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
  const error = outcome?.kind === 'failed' ? outcome.error : null
  const wait = useRetryAfter(error instanceof ApiError ? error : null)
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
