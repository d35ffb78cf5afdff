import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { useRef } from 'react'
import { Banner } from '../banner'
import { Button } from '../button'
import { cx } from '../cx'
import { useOpenAfterMount } from './bind-trigger'
import { dialogPopupClass, dialogViewportClass } from './dialog-popup'
import type { ConfirmDialogProps } from './props'

export function ConfirmDialogPopup(props: ConfirmDialogProps) {
  const { onOpenChange, title, description, tone = 'danger', isPending = false, error, children } = props
  const cancelRef = useRef<HTMLButtonElement>(null)
  return (
    <Base.Root open={useOpenAfterMount(props.isOpen)} onOpenChange={next => onOpenChange(next)}>
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
