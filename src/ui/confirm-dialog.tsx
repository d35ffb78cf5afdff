import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Banner } from './banner'
import { Button } from './button'
import { cx } from './cx'
import { dialogPopupClass, dialogViewportClass } from './dialog'

export type ConfirmDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  /** What is lost, in one line. */
  description: ReactNode
  /** Verbs: "Остановить лабораторию", "Не останавливать". */
  confirmLabel: string
  cancelLabel: string
  /** Does not close by itself: close when the action has succeeded. */
  onConfirm: () => void
  tone?: 'danger' | 'primary' | undefined
  isPending?: boolean | undefined
  /** Why the action failed; the dialog stays. */
  error?: ReactNode
  /** Why it cannot be confirmed yet (an unticked "I understand"). */
  confirmDisabledReason?: string | undefined
  /** More than one line: conditions, a checkbox. */
  children?: ReactNode
  finalFocus?: RefObject<HTMLElement | null> | undefined
}

/** Asks before something is lost. Focus is on the safe answer, a click outside is no answer, Escape is "no". */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    onOpenChange,
    title,
    description,
    tone = 'danger',
    isPending = false,
    error,
    children,
  } = props
  const cancelRef = useRef<HTMLButtonElement>(null)
  return (
    <Base.Root open={isOpen} onOpenChange={next => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="scrim fixed inset-0 z-30" />
        <Base.Viewport className={dialogViewportClass}>
          <Base.Popup
            initialFocus={cancelRef}
            finalFocus={props.finalFocus}
            className={cx(dialogPopupClass, 'max-w-md gap-3 overflow-y-auto p-4 sm:p-6')}
          >
            <Base.Title className="text-lg">{title}</Base.Title>
            <Base.Description render={<div />} className="text-sm text-muted">
              {description}
            </Base.Description>
            {children}
            {error && (
              <Banner tone="danger" role="alert">
                {error}
              </Banner>
            )}
            <div className="mt-3 flex flex-wrap items-start justify-end gap-2">
              <Base.Close render={<Button ref={cancelRef}>{props.cancelLabel}</Button>} />
              <Button
                variant={tone}
                isPending={isPending}
                disabledReason={props.confirmDisabledReason}
                onClick={props.onConfirm}
              >
                {props.confirmLabel}
              </Button>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
