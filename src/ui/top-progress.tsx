import { cx } from './cx'
import { IndeterminateBar } from './progress'

export type TopProgressProps = { isActive: boolean; label: string; className?: string | undefined }

/** The loading bar at the top of the window; appears after 150 ms. Render it inside a landmark, such as `Header`. */
export function TopProgress({ isActive, label, className }: TopProgressProps) {
  if (!isActive) return null
  return (
    <div
      role="progressbar"
      aria-label={label}
      data-no-print
      className={cx('fixed inset-x-0 top-0 z-50 animate-appear', className)}
    >
      <IndeterminateBar className="h-0.5" />
    </div>
  )
}
