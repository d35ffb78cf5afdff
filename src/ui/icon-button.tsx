import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button'
import type { Side } from './popups/props'
import { Tooltip } from './tooltip'

export type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'isIconOnly' | 'isBlock'> & {
  /** The accessible name and the tooltip. */
  label: string
  icon: ReactNode
  side?: Side | undefined
  /** False when the button opens a popup with a title. Default true. */
  hasTooltip?: boolean | undefined
}

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
