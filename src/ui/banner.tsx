import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx'
import { IconButton } from './icon-button'
import { softTone, type Tone, toneIcon } from './tone'

export type BannerProps = {
  tone: Tone
  title?: ReactNode
  children?: ReactNode
  /** Replaces the icon of the tone. */
  icon?: ReactNode
  /** One or two small buttons or links. */
  action?: ReactNode
  /** Together with `dismissLabel`, shows a close button. */
  onDismiss?: (() => void) | undefined
  dismissLabel?: string | undefined
  /** Set only when the banner appears after the page has loaded. */
  role?: 'status' | 'alert' | undefined
  /** Edge to edge under the header instead of a rounded box. */
  isBleed?: boolean | undefined
  className?: string | undefined
}

const edges: Record<Tone, string> = {
  neutral: 'border-line',
  accent: 'border-accent-text/25',
  info: 'border-info-text/25',
  success: 'border-success-text/25',
  warning: 'border-warning-text/25',
  danger: 'border-danger-text/25',
}

/** An inline notice with an icon, text and at most one action. */
export function Banner(props: BannerProps) {
  const {
    tone,
    title,
    children,
    icon,
    action,
    onDismiss,
    dismissLabel,
    role,
    isBleed = false,
    className,
  } = props
  const Icon = toneIcon[tone]
  // Full width, with the text aligned to the page.
  const inset = 'px-4 xl:px-[max(1.5rem,calc((100%-var(--container-page))/2+1.5rem))]'
  const shape = isBleed ? cx('border-b py-2', inset) : 'rounded-control border px-4 py-3'
  return (
    <div role={role} className={cx('flex gap-3 text-sm', softTone[tone], edges[tone], shape, className)}>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        {/* Keeps the icon aligned to the first line when the action is taller. */}
        <div className="flex min-w-0 flex-1 basis-[14rem] gap-3">
          <span aria-hidden className="mt-0.5 shrink-0 [&>svg]:size-4">
            {icon ?? <Icon />}
          </span>
          <div className={cx('min-w-0 flex-1', isBleed && 'flex flex-wrap gap-x-2')}>
            {title && <p className="font-semibold">{title}</p>}
            {children && <div className={title ? 'text-text' : undefined}>{children}</div>}
          </div>
        </div>
        {action && <div className={isBleed ? 'contents' : 'flex flex-wrap gap-2'}>{action}</div>}
      </div>
      {onDismiss && dismissLabel && (
        <IconButton label={dismissLabel} icon={<X />} size="sm" onClick={onDismiss} className="-my-1 -mr-2" />
      )}
    </div>
  )
}
