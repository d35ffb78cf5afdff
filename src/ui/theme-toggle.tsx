import { Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import { cx } from './cx'

export type ThemeChoice = 'system' | 'light' | 'dark'

export type ThemeToggleProps = {
  label: string
  value: ThemeChoice
  labels: Record<ThemeChoice, string>
  onChange: (value: ThemeChoice) => void
  className?: string | undefined
}

const choices = [
  { value: 'system', Icon: Monitor },
  { value: 'light', Icon: Sun },
  { value: 'dark', Icon: Moon },
] as const

const segmentClass =
  'inline-flex min-h-8 pointer-coarse:min-h-control flex-1 items-center justify-center gap-1.5 rounded-chip px-2 text-xs text-muted transition-colors duration-fast hover:text-text has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-focus'

/** Three native radio buttons in one frame. */
export function ThemeToggle({ label, value, labels, onChange, className }: ThemeToggleProps) {
  const name = useId()
  return (
    <fieldset className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-0.5 rounded-control border border-control p-0.5">
        {choices.map(({ value: choice, Icon }) => (
          <label key={choice} className={segmentClass}>
            <input
              type="radio"
              name={name}
              value={choice}
              checked={value === choice}
              onChange={() => onChange(choice)}
              className="sr-only"
            />
            <Icon className="size-4 shrink-0" aria-hidden />
            {labels[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
