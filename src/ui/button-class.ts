import { cx } from './cx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

export type ButtonLook = {
  /** One primary a screen; `danger` only where something is lost. Default `secondary`. */
  variant?: ButtonVariant | undefined
  /** Heights 32, 40 and 48 px; under a finger never below 44. Default `md`. */
  size?: ButtonSize | undefined
  isIconOnly?: boolean | undefined
  /** As wide as its container. */
  isBlock?: boolean | undefined
}

const base =
  'inline-flex items-center justify-center rounded-control border font-medium text-center no-underline leading-tight select-none transition-colors duration-fast'

const looks: Record<ButtonVariant, string> = {
  primary: 'bg-accent border-accent text-on-accent hover:bg-accent-hover hover:border-accent-hover',
  secondary: 'bg-surface border-control text-text hover:bg-sunken active:bg-line',
  quiet: 'bg-transparent border-transparent text-text hover:bg-sunken active:bg-line',
  danger: 'bg-danger border-danger text-on-danger hover:bg-danger-text hover:border-danger-text',
}

const blocked = 'bg-sunken border-line text-subtle cursor-not-allowed'

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-8 pointer-coarse:min-h-control gap-1.5 text-xs',
  md: 'min-h-control gap-2 text-sm',
  lg: 'min-h-12 gap-2 text-base',
}

const paddings: Record<ButtonSize, string> = { sm: 'px-3 py-1', md: 'px-4 py-1.5', lg: 'px-6 py-2' }

const squares: Record<ButtonSize, string> = {
  sm: 'min-w-8 pointer-coarse:min-w-control',
  md: 'min-w-control',
  lg: 'min-w-12',
}

/**
 * The look of a button, for anything that is not one: `<Link className={buttonClass({ variant: 'primary' })}>`.
 * `isBlocked` is what `Button` uses while it refuses clicks for a reason.
 */
export function buttonClass(look: ButtonLook & { isBlocked?: boolean } = {}): string {
  const { variant = 'secondary', size = 'md', isIconOnly = false, isBlock = false, isBlocked = false } = look
  return cx(
    base,
    isBlocked ? blocked : looks[variant],
    sizes[size],
    isIconOnly ? squares[size] : paddings[size],
    isBlock && 'w-full',
  )
}
