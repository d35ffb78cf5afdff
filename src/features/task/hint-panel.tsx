import i18next from 'i18next'
import { ChevronDown, Lightbulb } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
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
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { cx } from '../../ui/cx'
import { Markdown } from '../../ui/markdown/markdown'
import { StatusIcon } from '../../ui/status-icon'
import { getHintCosts, getTakenHints, type HintOutcome, parseCost, parseHint, useTakeHint } from './hints'

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
  const taken = getTakenHints(task).length
  const costs = getHintCosts(task)
  const total = taken + costs.length
  const [isOpen, setOpen] = useState(taken > 0)
  const toggle = useRef<HTMLButtonElement>(null)
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
          {t('title')}
          {total > 0 && (
            <span className="min-w-0 flex-1 text-right text-sm font-normal tabular-nums text-muted">
              {[t('taken', { taken, total }), ...(isOpen || isSolved ? [] : priceList(costs))].join(' · ')}
            </span>
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

const priceText = (cost: number): string => {
  const t = i18next.getFixedT(null, 'hints')
  return cost > 0 ? t('paid.cost', { count: cost }) : t('paid.free')
}

const MAX_PRICES = 4

/** Prices up to the first unknown one. Only the last has the unit. */
const priceList = (costs: readonly (number | null)[]): string[] => {
  const known = costs.slice(0, [...costs, null].indexOf(null)).filter(cost => cost !== null)
  const shown = known.slice(0, MAX_PRICES)
  const prices = shown.map((cost, at) => (cost > 0 && at < shown.length - 1 ? `−${cost}` : priceText(cost)))
  return known.length > MAX_PRICES ? [...prices, '…'] : prices
}

interface RungProps {
  status: 'solved' | 'todo' | 'locked'
  title: ReactNode
  /** Null if unknown. */
  cost: number | null
  isLast: boolean
  children?: ReactNode
}

const stateLabels = { solved: 'state.taken', todo: 'state.next', locked: 'state.locked' } as const

/** A hint with its state and price. */
const Rung = ({ status, title, cost, isLast, children }: RungProps) => {
  const { t } = useTranslation('hints')
  return (
    <li
      data-no-print={status === 'solved' ? undefined : ''}
      className="relative flex items-start gap-3 pb-3 text-sm last:pb-0"
    >
      {!isLast && (
        <span
          aria-hidden
          className={cx(
            'absolute top-6 bottom-1 left-[0.5625rem] w-0.5',
            status === 'solved' ? 'bg-success' : 'bg-control',
          )}
        />
      )}
      <StatusIcon status={status} label={t(stateLabels[status])} />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
        <div className="flex w-full flex-wrap items-baseline justify-between gap-x-3">
          {title}
          {cost !== null && (
            <span className={cx('tabular-nums', status === 'todo' ? 'font-medium' : 'text-muted')}>
              {priceText(cost)}
            </span>
          )}
        </div>
        {children}
      </div>
    </li>
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
  const markdown = useMarkdownProps()
  const { outcome, isPending, wait, take } = useNextHint(task)
  const [isConfirming, setConfirming] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // Receives the focus when the button unmounts.
  const lastHeading = useRef<HTMLHeadingElement>(null)
  const isOnline = useOnline()
  useFocusLastHint(isPending, outcome?.kind === 'taken', lastHeading)
  const afterDialog = useFirstMounted(button, lastHeading)
  const hints = getTakenHints(task).map(parseHint)
  const total = hints.length + costs.length
  const [cost = null, ...locked] = costs
  const hasNext = costs.length > 0 || isPending
  const isOffered = !isSolved || cost === 0 || isPending
  const disabledReasons = [
    task.status === 'disabled' && t('disabled'),
    !isOnline && t('offline'),
    retryReason(wait),
  ]
  const hasFailed = outcome?.kind === 'failed' || outcome?.kind === 'empty'
  const error = outcome && <HintError outcome={outcome} />
  return (
    <>
      <ol className="flex flex-col">
        {hints.map((hint, index) => (
          <Rung
            // biome-ignore lint/suspicious/noArrayIndexKey: hints are taken one after the other and keep their order.
            key={index}
            status="solved"
            title={
              <h3
                ref={index === hints.length - 1 ? lastHeading : undefined}
                tabIndex={-1}
                className="font-semibold"
              >
                {t('number', { number: index + 1, total })}
              </h3>
            }
            cost={parseCost(hint?.cost)}
            isLast={index === hints.length - 1 && !hasNext}
          >
            {hint ? (
              <div className="w-full">
                <Markdown
                  source={hint.text}
                  idPrefix={`hint-${index + 1}-`}
                  imagePrefix={FILES_PREFIX}
                  {...markdown}
                />
              </div>
            ) : (
              // A malformed hint.
              <p className="text-muted">{t('broken')}</p>
            )}
          </Rung>
        ))}
        {hasNext && (
          <Rung
            status={isOffered ? 'todo' : 'locked'}
            title={<span className="font-medium">{t('next')}</span>}
            cost={cost}
            isLast={locked.length === 0}
          >
            {error}
            {cost === null && !isPending && <p className="text-muted">{t('next.unknown')}</p>}
            {isOffered ? (
              <Button
                ref={button}
                icon={<Lightbulb />}
                isPending={isPending}
                disabledReason={disabledReasons.find(Boolean) || ''}
                // Ignores the second click of a double click, however fast the response was.
                onClick={event =>
                  event.detail > 1 ? undefined : cost === 0 ? void take() : setConfirming(true)
                }
              >
                {t(hasFailed ? 'again' : 'take')}
              </Button>
            ) : (
              <p className="text-muted">{t('solved')}</p>
            )}
          </Rung>
        )}
        {locked.map((price, index) => {
          const number = hints.length + index + 2
          return (
            <Rung
              key={number}
              status="locked"
              title={<span className="text-muted">{t('number', { number, total })}</span>}
              cost={price}
              isLast={number === total}
            />
          )
        })}
      </ol>
      {!hasNext && (
        <>
          {error}
          <p className="text-sm text-muted">{t(hints.length > 0 ? 'none' : 'noneAtAll')}</p>
        </>
      )}
      <Totals taken={hints.map(hint => parseCost(hint?.cost))} left={isSolved ? [] : costs} />
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
    </>
  )
}

/** Zero if one of them is unknown. */
const getSum = (costs: readonly (number | null)[]): number =>
  costs.includes(null) ? 0 : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)

const Totals = ({ taken, left }: Record<'taken' | 'left', readonly (number | null)[]>) => {
  const { t } = useTranslation('hints')
  const spent = getSum(taken)
  const rest = left.length > 1 ? getSum(left) : 0
  if (spent + rest === 0) return null
  return (
    <p className="text-sm tabular-nums text-muted">
      {spent > 0 && t('total.spent', { count: spent })} {rest > 0 && t('total.left', { count: rest })}
    </p>
  )
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
