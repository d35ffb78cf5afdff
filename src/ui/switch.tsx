import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'
import { inSpan } from './in-span'

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'checked'> & {
  label: ReactNode
  isOn: boolean
  /** The change is being saved. */
  isPending?: boolean | undefined
}

/** A toggle that takes effect immediately. */
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
      {inSpan(label)}
    </label>
  )
}
