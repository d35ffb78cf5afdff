import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react'
import { type ButtonLook, buttonClass } from './button-class'
import { cx, joinIds } from './cx'
import { Spinner } from './spinner'

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> &
  ButtonLook & {
    /** The action is under way: the button keeps focus and name, and ignores clicks. */
    isPending?: boolean | undefined
    /** Why it cannot be used now. Makes it `aria-disabled` and describes it; an empty string means usable. */
    disabledReason?: string | undefined
    /** `hidden` when the same words already stand beside the button. Default `below`. */
    reasonPlacement?: 'below' | 'hidden' | undefined
    icon?: ReactNode
    iconEnd?: ReactNode
  }

/** Also stops the implicit submit of a form, which the browser performs by clicking its submit button. */
function refuse(event: MouseEvent) {
  event.preventDefault()
}

/** Handlers by which a popup's trigger opens itself; a blocked trigger must not. */
const blockedHandlers = {
  onClick: refuse,
  onMouseDown: undefined,
  onPointerDown: undefined,
  onKeyDown: undefined,
  onKeyUp: undefined,
}

/** A button that is never silently dead: pending or refused, it stays focusable and says why. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    isIconOnly,
    isBlock,
    isPending = false,
    disabledReason,
    reasonPlacement = 'below',
  } = props
  const { icon, iconEnd, className, children, ...own } = omitLook(props)
  const reasonId = useId()
  const isRefused = Boolean(disabledReason)
  const isBlocked = isPending || isRefused
  const button = (
    <button
      type="button"
      {...own}
      {...(isBlocked && { ...blockedHandlers, 'aria-disabled': true })}
      {...(isPending && { 'aria-busy': true })}
      aria-describedby={joinIds(own['aria-describedby'], isRefused && reasonId)}
      className={cx(
        buttonClass({ variant, size, isIconOnly, isBlock, isBlocked: isRefused }),
        isPending && !isRefused && 'cursor-progress',
        className,
      )}
    >
      {isPending ? <Spinner /> : icon}
      {children}
      {iconEnd}
    </button>
  )
  const isBelow = reasonPlacement === 'below'
  // The frame is always there, without a box of its own while nothing stands below: a button that is refused by its
  // own click would be another element otherwise, and lose the focus.
  const frame = cx('flex-col items-start gap-1', isBlock ? 'flex w-full' : 'inline-flex')
  return (
    <span className={isRefused ? frame : 'contents'}>
      {button}
      {isRefused && (
        <span id={reasonId} className={isBelow ? 'text-xs text-muted' : 'sr-only'}>
          {disabledReason}
        </span>
      )}
    </span>
  )
}

function omitLook(props: ButtonProps) {
  const { variant, size, isIconOnly, isBlock, isPending, disabledReason, reasonPlacement, ...rest } = props
  return rest
}
