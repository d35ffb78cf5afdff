import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react'
import { type ButtonStyleProps, buttonClass } from './button-class'
import { cx, joinIds } from './cx'
import { inSpan } from './in-span'
import { Spinner } from './spinner'

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> &
  ButtonStyleProps & {
    /** The action is running: the button keeps focus and name, and ignores clicks. */
    isPending?: boolean | undefined
    /** Why the button is disabled: makes it `aria-disabled` and describes it. Empty means enabled. */
    disabledReason?: string | undefined
    /** `hidden` when the page already shows the reason beside the button. Default `below`. */
    reasonPlacement?: 'below' | 'hidden' | undefined
    icon?: ReactNode
  }

/** Text, or the name of a button that only has an icon. */
type Named = { 'aria-label': string } | { 'aria-labelledby': string } | { children: ReactNode }

/** Also prevents implicit form submission, which clicks the submit button. */
function preventClick(event: MouseEvent) {
  event.preventDefault()
}

/** Also disables the handlers by which Base UI opens a popup. */
const blockedHandlers = {
  onClick: preventClick,
  onMouseDown: undefined,
  onPointerDown: undefined,
  onKeyDown: undefined,
  onKeyUp: undefined,
}

/** A button that stays focusable while it is pending or disabled, and says why. */
export function Button(props: ButtonProps & Named) {
  const {
    variant,
    size,
    isIconOnly,
    isBlock,
    isPending = false,
    disabledReason,
    reasonPlacement = 'below',
  } = props
  const { icon, className, children, ...own } = omitStyleProps(props)
  const reasonId = useId()
  const isDisabled = Boolean(disabledReason)
  const isBlocked = isPending || isDisabled
  const button = (
    <button
      type="button"
      {...own}
      {...(isBlocked && { ...blockedHandlers, 'aria-disabled': true })}
      {...(isPending && { 'aria-busy': true })}
      aria-describedby={joinIds(own['aria-describedby'], isDisabled && reasonId)}
      className={cx(
        buttonClass({ variant, size, isIconOnly, isBlock, isBlocked: isDisabled }),
        isPending && !isDisabled && 'cursor-progress',
        className,
      )}
    >
      {isPending ? <Spinner /> : icon}
      {inSpan(children)}
    </button>
  )
  const isBelow = reasonPlacement === 'below'
  // The wrapper is always rendered: otherwise a button that becomes disabled by its own click would remount and lose focus.
  const frame = cx(
    'flex-col items-start gap-1 in-data-button-row:contents',
    isBlock ? 'flex w-full' : 'inline-flex',
  )
  return (
    <span className={isDisabled ? frame : 'contents'}>
      {button}
      {isDisabled && (
        <span
          id={reasonId}
          className={
            isBelow
              ? 'text-xs text-muted in-data-button-row:order-last in-data-button-row:basis-full'
              : 'sr-only'
          }
        >
          {disabledReason}
        </span>
      )}
    </span>
  )
}

function omitStyleProps(props: ButtonProps) {
  const { variant, size, isIconOnly, isBlock, isPending, disabledReason, reasonPlacement, ...rest } = props
  return rest
}
