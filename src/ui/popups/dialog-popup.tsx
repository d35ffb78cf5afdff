import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { cx } from '../cx'
import { IconButton } from '../icon-button'
import { isInToaster } from '../toaster-attributes'
import { useOpenAfterMount } from './bind-trigger'
import type { DialogProps } from './props'

const sizes = {
  sm: 'max-w-md',
  md: 'max-w-xl',
  lg: 'max-w-3xl',
  full: 'max-w-3xl max-md:h-full max-md:rounded-none max-md:border-0',
}

export const dialogViewportClass = 'fixed inset-0 z-30 flex items-center justify-center p-4'
export const dialogPopupClass =
  'popup relative flex w-full max-h-full flex-col rounded-card border border-line bg-raised text-text shadow-popup outline-none'

export function DialogPopup(props: DialogProps) {
  const { onOpenChange, title, description, closeLabel, children, footer, size = 'md' } = props
  return (
    <Base.Root
      open={useOpenAfterMount(props.isOpen)}
      onOpenChange={(next, details) => {
        // A click on a toast does not close the dialog.
        if (!next && isInToaster(details.event)) return details.cancel()
        onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="scrim fixed inset-0 z-30" />
        <Base.Viewport className={cx(dialogViewportClass, size === 'full' && 'max-md:p-0')}>
          <Base.Popup
            initialFocus={props.initialFocus}
            finalFocus={props.finalFocus}
            className={cx(dialogPopupClass, sizes[size])}
          >
            <div className="flex flex-col gap-1 py-4 pr-16 pl-4 sm:pl-6">
              <Base.Title className="text-lg">{title}</Base.Title>
              {description && (
                <Base.Description className="text-sm text-muted">{description}</Base.Description>
              )}
            </div>
            {children && <Body>{children}</Body>}
            {footer && (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3 sm:px-6">
                {footer}
              </div>
            )}
            {/* Last in the tab order, so that initial focus goes to the first field. */}
            <Base.Close
              render={
                <IconButton
                  label={closeLabel}
                  hasTooltip={false}
                  icon={<X className="size-5" aria-hidden />}
                />
              }
              className="absolute top-2 right-2"
            />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

function Body({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useKeyboardScroll(ref)
  return (
    <div
      ref={ref}
      className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 pt-1 pb-4 sm:px-6 sm:pb-6"
    >
      {children}
    </div>
  )
}

const focusable = 'a[href], button, input, select, textarea, summary, iframe, [tabindex="0"]'

/** Makes an overflowing element focusable for keyboard scrolling, unless it contains a focusable element. Checked after every render. */
function useKeyboardScroll(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = ref.current
    if (!box) return
    const needsTabStop = box.scrollHeight > box.clientHeight && box.querySelector(focusable) === null
    if (needsTabStop) box.tabIndex = 0
    else box.removeAttribute('tabindex')
  })
}
