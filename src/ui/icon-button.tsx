import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button'
import type { Side } from './placement'
import { Tooltip } from './tooltip'

export type IconButtonProps = Omit<
  ButtonProps,
  'children' | 'icon' | 'iconEnd' | 'isIconOnly' | 'isBlock'
> & {
  /** The accessible name, shown as the tooltip too. */
  label: string
  icon: ReactNode
  side?: Side | undefined
  /** Off where the button opens a popup that names itself. Default true. */
  hasTooltip?: boolean | undefined
}

/** A square button with a picture and a name. */
export function IconButton(props: IconButtonProps) {
  const {
    label,
    icon,
    side = 'bottom',
    hasTooltip = true,
    variant = 'quiet',
    reasonPlacement = 'hidden',
    ...rest
  } = props
  const button = (
    <Button
      {...rest}
      variant={variant}
      reasonPlacement={reasonPlacement}
      isIconOnly
      aria-label={label}
      icon={icon}
    />
  )
  if (!hasTooltip) return button
  return (
    <Tooltip content={rest.disabledReason || label} side={side} isDescription={false}>
      {button}
    </Tooltip>
  )
}
