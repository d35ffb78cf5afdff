import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'checked'> & {
  label: ReactNode
  isOn: boolean
  /** The change is under way: it stands where it was put, and takes no other until that is known. */
  isPending?: boolean | undefined
}

/** Something that is on or off at once, without a form to send; the place of the knob says which. */
export function Switch({ label, isOn, isPending = false, className, ...input }: SwitchProps) {
  return (
    <label
      className={cx('inline-flex min-h-6 items-center gap-2 text-sm pointer-coarse:min-h-control', className)}
    >
      <input
        {...input}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        aria-busy={isPending || undefined}
        className={cx('switch shrink-0', isPending && 'cursor-progress')}
      />
      {label}
    </label>
  )
}
