import { Check, CircleAlert } from 'lucide-react'
import { cx } from './cx'

export type StepState = 'done' | 'current' | 'error' | 'ahead'

export type StepperProps = {
  /** The accessible name. */
  label: string
  steps: readonly {
    label: string
    state: StepState
    /** Shown below the current step, and read aloud for the others. */
    stateLabel: string
  }[]
}

const circles: Record<StepState, string> = {
  done: 'border-success bg-success text-on-success',
  current: 'border-accent bg-accent text-on-accent',
  error: 'border-danger bg-danger text-on-danger',
  ahead: 'border-control bg-surface text-muted',
}

const labelStyles: Record<StepState, string> = {
  done: 'text-text',
  current: 'font-semibold text-accent-text',
  error: 'font-semibold text-danger-text',
  ahead: 'text-muted',
}

/** The steps of a process: a column on narrow screens, a row on wide ones. */
export function Stepper({ label, steps }: StepperProps) {
  return (
    <ol aria-label={label} className="flex flex-col lg:flex-row">
      {steps.map((step, index) => {
        const isCurrent = step.state === 'current' || step.state === 'error'
        return (
          <li
            key={step.label}
            aria-current={isCurrent ? 'step' : undefined}
            className="relative flex min-w-0 gap-3 pb-4 last:pb-0 lg:flex-1 lg:flex-col lg:items-center lg:gap-2 lg:pb-0 lg:text-center"
          >
            {index < steps.length - 1 && (
              <span
                aria-hidden
                className={cx(
                  'absolute top-[2.25rem] bottom-1 left-[0.9375rem] border-l-2 lg:top-[0.9375rem] lg:right-[calc(-50%+1.25rem)] lg:bottom-auto lg:left-[calc(50%+1.25rem)] lg:border-t-2 lg:border-l-0',
                  // A border is visible in forced colors too.
                  step.state === 'done' ? 'border-success' : 'border-line',
                )}
              />
            )}
            <span
              aria-hidden
              className={cx(
                'flex size-8 shrink-0 items-center justify-center rounded-full border-2 text-sm font-semibold tabular-nums [&>svg]:size-4',
                circles[step.state],
              )}
            >
              <StepMark state={step.state} number={index + 1} />
            </span>
            <span className="flex min-w-0 flex-col pt-1 lg:pt-0">
              <span className={cx('text-sm', labelStyles[step.state])}>{step.label}</span>
              <span className={isCurrent ? 'text-xs text-muted' : 'sr-only'}>{step.stateLabel}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function StepMark({ state, number }: { state: StepState; number: number }) {
  if (state === 'done') return <Check />
  return state === 'error' ? <CircleAlert /> : <span>{number}</span>
}
