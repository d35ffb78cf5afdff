import { Lightbulb } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { connection } from '../../lib/online'
import type { Task } from '../../queries/answers'
import { takenHints } from '../../queries/hints'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { HintFailure } from './hint-failure'
import { useHintTaking } from './use-hint-taking'

interface HintOfferProps {
  task: Task
  /** A paid hint could only cost points then. */
  isSolved: boolean
  left: number
  /** The heading of the newest hint, where the focus goes when the button is gone. */
  last: RefObject<HTMLHeadingElement | null>
}

/** What the next hint costs, and the button that takes it: a click, and for points a second one (ux §2, confirm). */
export const HintOffer = ({ task, isSolved, left, last }: HintOfferProps) => {
  const { t } = useTranslation('hints')
  const { outcome, isPending, wait, take } = useHintTaking(task)
  const [isAsked, setAsked] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isOnline = useSyncExternalStore(connection.subscribe, connection.isOnline, () => true)
  useFocusAfter(isPending, outcome?.kind === 'taken', last)
  const afterDialog = useEither(button, last)
  const cost = costOf(task)
  const isOver = left === 0 && !isPending
  const reason =
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
      {outcome && <HintFailure outcome={outcome} />}
      {isOver ? (
        <p className="text-sm text-muted">{t(takenHints(task).length > 0 ? 'none' : 'noneAtAll')}</p>
      ) : isSolved && cost !== 0 && !isPending ? (
        <p className="text-sm text-muted">{t('solved')}</p>
      ) : (
        <>
          <OfferText cost={cost} />
          <Button
            ref={button}
            icon={<Lightbulb className="size-4" aria-hidden />}
            isPending={isPending}
            disabledReason={reason}
            // The second click of a double click is no second wish, however quick the answer was.
            onClick={event => (event.detail > 1 ? undefined : cost === 0 ? void take() : setAsked(true))}
          >
            {t(hasFailed ? 'again' : 'take')}
          </Button>
        </>
      )}
      <ConfirmDialog
        isOpen={isAsked}
        onOpenChange={setAsked}
        tone="primary"
        title={cost ? t('confirm.title', { count: cost }) : t('confirm.titleUnknown')}
        description={t(cost ? 'confirm.text' : 'confirm.textUnknown')}
        confirmLabel={t('take')}
        cancelLabel={t('confirm.no')}
        finalFocus={afterDialog}
        onConfirm={() => {
          setAsked(false)
          void take()
        }}
      />
    </div>
  )
}

/** The price of the next hint; null when the server has not said it. */
const costOf = ({ hint_cost }: Task): number | null =>
  typeof hint_cost === 'number' && hint_cost >= 0 ? hint_cost : null

const OfferText = ({ cost }: { cost: number | null }) => {
  const { t } = useTranslation('hints')
  const words =
    cost === null ? t('next.unknown') : cost === 0 ? t('next.free') : t('next.cost', { count: cost })
  return <p className="text-sm text-muted">{words}</p>
}

/** A button that is gone with the last hint leaves the focus to what it brought; a focus that was moved stays. */
const useFocusAfter = (
  isPending: boolean,
  hasTaken: boolean,
  target: RefObject<HTMLElement | null>,
): void => {
  useEffect(() => {
    const { activeElement } = document
    // A dialog that is still closing loses the focus in the next moment.
    const isLost =
      activeElement === null ||
      activeElement === document.body ||
      activeElement.closest('[role="alertdialog"]')
    if (!isPending && hasTaken && isLost) target.current?.focus()
  }, [isPending, hasTaken, target])
}

/** The first that is on the page: a dialog may close after the hint has come and the button has gone. */
const useEither = (
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
