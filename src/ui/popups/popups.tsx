import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog } from '@base-ui/react/dialog'
import { Menu } from '@base-ui/react/menu'
import { Popover } from '@base-ui/react/popover'
import { Tooltip } from '@base-ui/react/tooltip'
import { Check, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { afterPaint } from '../../lib/run-when-idle'
import { Banner } from '../banner'
import { Button } from '../button'
import { ButtonRow } from '../button-row'
import { cx } from '../cx'
import { IconButton } from '../icon-button'
import { isInToaster } from '../toaster'
import type {
  ConfirmDialogProps,
  DialogProps,
  PopoverPopupProps,
  Popups,
  RadioMenuPopupProps,
  TooltipPopupProps,
} from './props'

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
    <Dialog.Root
      open={useOpenAfterMount(props.isOpen)}
      onOpenChange={(next, details) => {
        // A click on a toast does not close the dialog.
        if (!next && isInToaster(details.event)) return details.cancel()
        onOpenChange(next)
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim fixed inset-0 z-30" />
        <Dialog.Viewport
          className={cx(
            dialogViewportClass,
            size === 'full' && 'max-md:p-0',
            props.isAtTop && 'items-start pt-[12dvh]',
          )}
        >
          <Dialog.Popup
            initialFocus={props.initialFocus}
            finalFocus={props.finalFocus}
            className={cx(dialogPopupClass, sizes[size])}
          >
            <div className="flex flex-col gap-1 py-4 pr-16 pl-4 sm:pl-6">
              <Dialog.Title className="text-lg">{title}</Dialog.Title>
              {description && (
                <Dialog.Description className="text-sm text-muted">{description}</Dialog.Description>
              )}
            </div>
            {children && <Body>{children}</Body>}
            {footer && (
              <ButtonRow className="justify-end border-t border-line px-4 py-3 sm:px-6">{footer}</ButtonRow>
            )}
            {/* Last in the tab order, so that initial focus goes to the first field. */}
            <Dialog.Close
              render={<IconButton label={closeLabel} hasTooltip={false} icon={<X className="size-5" />} />}
              className="absolute top-2 right-2"
            />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
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

export function ConfirmDialogPopup(props: ConfirmDialogProps) {
  const { onOpenChange, title, description, tone = 'danger', isPending = false, error, children } = props
  const cancelRef = useRef<HTMLButtonElement>(null)
  const popupRef = useRef<HTMLDivElement>(null)
  // What has to be ticked first stands above the buttons and comes first.
  const findFirst = () =>
    (props.confirmDisabledReason ? popupRef.current?.querySelector('input') : null) ?? cancelRef.current
  return (
    <AlertDialog.Root open={useOpenAfterMount(props.isOpen)} onOpenChange={next => onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim fixed inset-0 z-30" />
        <AlertDialog.Viewport className={dialogViewportClass}>
          <AlertDialog.Popup
            ref={popupRef}
            initialFocus={findFirst}
            finalFocus={props.finalFocus}
            className={cx(dialogPopupClass, 'max-w-md gap-3 overflow-y-auto p-4 sm:p-6')}
          >
            <AlertDialog.Title className="text-lg">{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="text-sm text-muted">
              {description}
            </AlertDialog.Description>
            {children}
            {error && (
              <Banner tone="danger" role="alert">
                {error}
              </Banner>
            )}
            <ButtonRow className="mt-3 justify-end text-right">
              <AlertDialog.Close
                render={
                  <Button ref={cancelRef} className="max-sm:grow">
                    {props.cancelLabel}
                  </Button>
                }
              />
              <Button
                variant={tone}
                className="max-sm:grow"
                isPending={isPending}
                disabledReason={props.confirmDisabledReason}
                onClick={props.onConfirm}
              >
                {props.confirmLabel}
              </Button>
            </ButtonRow>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

/** A press of the button, or its focus, which must not close the popup before the button toggles it. */
const isOnTrigger = (
  { reason, event }: { reason: string; event: Event },
  trigger: Element | null,
): boolean => {
  if (reason !== 'outside-press' && reason !== 'focus-out') return false
  const to = event instanceof FocusEvent ? event.relatedTarget : event.target
  return to instanceof Node && trigger?.contains(to) === true
}

/** Whether the focus has moved on while the popup was closing. */
const isFocusElsewhere = (popupId: string): boolean => {
  const { activeElement } = document
  const isLost = !activeElement || activeElement === document.body
  const isGuard = activeElement?.hasAttribute('data-base-ui-focus-guard')
  return !isLost && !isGuard && !document.getElementById(popupId)?.contains(activeElement)
}

/** For `finalFocus`: the button, unless something else has the focus already. */
const giveBackFocus = ({ find, popupId }: PopoverPopupProps['anchor']) =>
  isFocusElsewhere(popupId) ? false : (find() as HTMLElement | null)

/** Whether Tab would leave the popup, which is at the end of the document: it closes, and its button has the focus again. */
const isLeavingByTab = (event: KeyboardEvent<HTMLElement>): boolean => {
  if (event.key !== 'Tab') return false
  const popup = event.currentTarget
  const stops = [...popup.querySelectorAll<HTMLElement>(focusable)].filter(
    stop => stop.checkVisibility?.() ?? true,
  )
  const edges = event.shiftKey ? [popup, stops[0]] : [stops.at(-1) ?? popup]
  if (!edges.some(edge => edge === document.activeElement)) return false
  event.preventDefault()
  return true
}

export function PopoverPopup(props: PopoverPopupProps) {
  const { anchor, title, isTitleHidden = false, closeLabel, children, onOpenChange } = props
  const { side = 'bottom', align = 'end' } = props
  const close = () => onOpenChange(false)
  const width = props.size === 'sm' ? 'w-2xs' : 'w-xs'
  return (
    <Popover.Root
      open={useOpenAfterMount(props.isOpen)}
      onOpenChange={(next, details) => {
        if (isOnTrigger(details, anchor.find())) return details.cancel()
        onOpenChange(next)
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor.find}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          // A popup that grows scrolls: beside its button it would cover what is there.
          collisionAvoidance={{ fallbackAxisSide: 'none' }}
          className="z-40"
        >
          <Popover.Popup
            id={anchor.popupId}
            finalFocus={() => giveBackFocus(anchor)}
            onKeyDown={event => isLeavingByTab(event) && close()}
            className={cx(popupClass, width, 'p-4')}
          >
            <div
              className={cx('flex items-center justify-between gap-2', isTitleHidden ? 'sr-only' : 'mb-2')}
            >
              <Popover.Title className="font-semibold">{title}</Popover.Title>
              {closeLabel && !isTitleHidden && (
                <IconButton label={closeLabel} icon={<X />} size="sm" onClick={close} />
              )}
            </div>
            {typeof children === 'function' ? children(close) : children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

export function RadioMenuPopup(props: RadioMenuPopupProps) {
  const { anchor, label, value, options, onChange, onOpenChange, side = 'bottom', align = 'end' } = props
  const chosen = useRef<HTMLDivElement>(null)
  // Close the menu before the change: a large page takes a moment to re-render.
  const choose = (next: string) => afterPaint(() => afterPaint(() => onChange(next)))
  return (
    <Menu.Root
      modal={false}
      open={useOpenAfterMount(props.isOpen)}
      onOpenChange={(next, details) => {
        if (isOnTrigger(details, anchor.find())) return details.cancel()
        onOpenChange(next)
      }}
      // Unless a key or the pointer has chosen an item meanwhile.
      onOpenChangeComplete={isOpen => {
        if (isOpen && !document.activeElement?.matches('[role=menuitemradio]')) chosen.current?.focus()
      }}
    >
      <Menu.Portal>
        <Menu.Positioner
          anchor={anchor.find}
          // With a fixed position, focusing an item does not scroll the page.
          positionMethod="fixed"
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-40 outline-none"
        >
          <Menu.Popup
            id={anchor.popupId}
            aria-label={label}
            finalFocus={() => giveBackFocus(anchor)}
            onKeyDown={event => {
              if (event.key !== 'Tab') return
              event.preventDefault()
              onOpenChange(false)
            }}
            className={cx(popupClass, 'min-w-2xs p-1')}
          >
            <Menu.RadioGroup aria-label={label} value={value} onValueChange={choose}>
              {options.map(option => (
                <Menu.RadioItem
                  key={option.value}
                  ref={option.value === value ? chosen : null}
                  value={option.value}
                  className={cx(menuItemClass, 'text-text')}
                  closeOnClick
                >
                  <span className="flex size-4 shrink-0" aria-hidden>
                    <Menu.RadioItemIndicator render={<Check className="size-4 text-accent-text" />} />
                  </span>
                  <span lang={option.lang}>{option.label}</span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

export function TooltipPopup(props: TooltipPopupProps) {
  const { find, content, side, isOpen, onClose, onPointerEnter, onPointerLeave } = props
  return (
    <Tooltip.Root open={useOpenAfterMount(isOpen)} onOpenChange={next => !next && onClose()}>
      <Tooltip.Portal>
        <Tooltip.Positioner
          anchor={find}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
          onPointerEnter={onPointerEnter}
          onPointerLeave={onPointerLeave}
        >
          {/* Hidden from screen readers: the text is the name or description of the trigger already. */}
          <Tooltip.Popup
            aria-hidden
            className="popup max-w-xs rounded-chip border border-line bg-raised px-2 py-1 text-xs text-text shadow-popup"
          >
            {content}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

/** One chunk: opening one popup loads all of them. */
export const popups: Popups = {
  ConfirmWindow: ConfirmDialogPopup,
  DialogWindow: DialogPopup,
  PopoverPopup,
  RadioMenuPopup,
  TooltipPopup,
}

const popupClass =
  'popup max-h-(--available-height) max-w-(--available-width) overflow-y-auto rounded-control border border-line bg-raised text-text shadow-popup outline-none'

const menuItemClass =
  'flex min-h-8 pointer-coarse:min-h-control w-full cursor-default items-center gap-2 rounded-chip px-2 py-1.5 text-sm no-underline select-none focus-visible:-outline-offset-2 data-highlighted:bg-sunken'

/** False in the first render: a dialog that mounts open is not animated and does not remember the focused element. */
function useOpenAfterMount(isOpen: boolean): boolean {
  const [isReady, setReady] = useState(false)
  useLayoutEffect(() => setReady(true), [])
  return isReady && isOpen
}
