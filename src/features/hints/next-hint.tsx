import { Lightbulb } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { shortErrorMessage } from '../../i18n/error-messages'
import { announce } from '../../lib/announce'
import { connection } from '../../lib/online'
import { useIsUnmounted } from '../../lib/use-is-unmounted'
import { useRetryAfter } from '../../lib/use-retry-after'
import { getTakenHints, type HintOutcome, useTakeHint } from '../../queries/hints'
import type { Task } from '../../queries/responses'
import { usePollOutcome } from '../../queries/use-poll-outcome'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'

interface NextHintProps {
  task: Task
  /** A solved task offers no paid hints. */
  isSolved: boolean
  left: number
  /** Receives the focus when the button unmounts. */
  lastHeading: RefObject<HTMLHeadingElement | null>
}

/** Cost of the next hint and the button that takes it. Paid hints are confirmed. */
export const NextHint = ({ task, isSolved, left, lastHeading }: NextHintProps) => {
  const { t } = useTranslation('hints')
  const { outcome, isPending, wait, take } = useNextHint(task)
  const [isConfirming, setConfirming] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isOnline = useSyncExternalStore(connection.subscribe, connection.isOnline, () => true)
  useFocusLastHint(isPending, outcome?.kind === 'taken', lastHeading)
  const afterDialog = useFirstMounted(button, lastHeading)
  const cost = getCost(task)
  const hasNoneLeft = left === 0 && !isPending
  const disabledReason =
    task.status === 'disabled'
      ? t('disabled')
      : !isOnline
        ? t('offline')
        : wait > 0
          ? t('wait', { seconds: wait })
          : undefined
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
            icon={<Lightbulb className="size-4" aria-hidden />}
            isPending={isPending}
            disabledReason={disabledReason}
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

const getApiError = (outcome: HintOutcome | null): ApiError | null =>
  outcome?.kind === 'failed' && outcome.error instanceof ApiError ? outcome.error : null

/** Takes hints and announces the result. `wait`: seconds until a retry is allowed. */
const useNextHint = (task: Task) => {
  const { t } = useTranslation('hints')
  const { take: takeHint, find, isPending } = useTakeHint(task)
  const [outcome, setOutcome] = useState<HintOutcome | null>(null)
  const isUnmounted = useIsUnmounted()
  const wait = useRetryAfter(getApiError(outcome))
  const take = async (): Promise<void> => {
    setOutcome(null)
    const next = await takeHint().catch(
      (error: unknown): HintOutcome => ({
        kind: 'failed',
        error,
        isUncertain: false,
        takenBefore: getTakenHints(task).length,
      }),
    )
    report(next)
  }
  const report = (next: HintOutcome | null) => {
    if (!next || isUnmounted()) return
    setOutcome(next)
    // Other outcomes are shown in an alert.
    if (next.kind === 'taken') announce(t('opened', { number: getTakenHints(task).length + 1 }), 'polite')
  }
  const uncertain = outcome?.kind === 'failed' && outcome.isUncertain ? outcome : null
  usePollOutcome(uncertain !== null, async () => uncertain && report(await find(uncertain)))
  return { outcome, isPending, wait, take }
}
