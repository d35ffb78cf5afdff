import { Check, CircleAlert } from 'lucide-react'
import { cx } from './cx'

export type StepState = 'done' | 'current' | 'error' | 'ahead'

export type StepperProps = {
  /** The accessible name. */
  label: string
  steps: readonly {
    label: string
    state: StepState
    /** Read aloud. */
    stateLabel: string
    /** When or how long, at the end of the line. */
    detail?: string | undefined
  }[]
}

const circles: Record<StepState, string> = {
  done: 'border-success bg-success text-on-success',
  current: 'border-accent bg-accent text-on-accent',
  error: 'border-danger bg-danger text-on-danger',
  ahead: 'border-control bg-surface text-muted',
}

const labelStyles: Record<StepState, string> = {
  done: 'font-medium text-text',
  current: 'font-semibold text-accent-text',
  error: 'font-semibold text-danger-text',
  ahead: 'text-muted',
}

/** The steps of a process, one below the other. */
export function Stepper({ label, steps }: StepperProps) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {steps.map((step, index) => {
        const isCurrent = step.state === 'current' || step.state === 'error'
        return (
          <li
            key={step.label}
            aria-current={isCurrent ? 'step' : undefined}
            className="relative flex min-w-0 items-baseline gap-3 pb-3 text-sm last:pb-0"
          >
            {index < steps.length - 1 && (
              <span
                aria-hidden
                className={cx(
                  'absolute top-6 bottom-0 left-[0.6875rem] border-l-2',
                  // A border is visible in forced colors too.
                  step.state === 'done' ? 'border-success' : 'border-line',
                )}
              />
            )}
            <span
              aria-hidden
              className={cx(
                'flex size-6 shrink-0 items-center justify-center self-start rounded-full border-2 text-xs font-semibold tabular-nums [&>svg]:size-3.5',
                circles[step.state],
              )}
            >
              <StepMark state={step.state} number={index + 1} />
            </span>
            <span className={labelStyles[step.state]}>{step.label}</span>
            <span className="sr-only">{`: ${step.stateLabel}`}</span>
            {step.detail && <span className="ml-auto min-w-0 text-right text-muted">{step.detail}</span>}
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
