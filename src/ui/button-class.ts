import { cx } from './cx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

export type ButtonStyleProps = {
  /** One `primary` per screen; `danger` only for destructive actions. Default `secondary`. */
  variant?: ButtonVariant | undefined
  /** 32, 40 or 48 px high; at least 44 px with a coarse pointer. Default `md`. */
  size?: ButtonSize | undefined
  isIconOnly?: boolean | undefined
  /** Full width. */
  isBlock?: boolean | undefined
}

/** Icons are 16 px unless they have a size of their own. */
const base =
  "inline-flex items-center justify-center rounded-control border font-medium text-center no-underline leading-tight select-none transition-colors duration-fast [&>svg:not([class*='size-'])]:size-4"

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent border-accent text-on-accent hover:bg-accent-hover hover:border-accent-hover',
  secondary: 'bg-surface border-control text-text hover:bg-sunken active:bg-line',
  quiet: 'bg-transparent border-transparent text-text hover:bg-sunken active:bg-line',
  danger: 'bg-danger border-danger text-on-danger hover:bg-danger-text hover:border-danger-text',
}

const blocked = 'text-subtle cursor-not-allowed '

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

/** Makes a link look like a button; `isBlocked` is the style of a disabled button. */
export function buttonClass(style: ButtonStyleProps & { isBlocked?: boolean } = {}): string {
  const { variant = 'secondary', size = 'md', isIconOnly = false, isBlock = false, isBlocked = false } = style
  return cx(
    base,
    isBlocked
      ? blocked + (variant === 'quiet' ? 'bg-transparent border-transparent' : 'bg-sunken border-line')
      : variants[variant],
    sizes[size],
    isIconOnly ? squares[size] : paddings[size],
    isBlock && 'w-full',
  )
}
