import type { ReactNode } from 'react'
import { focusOnMount } from '../../lib/focus'
import { ButtonRow } from '../../ui/button-row'
import { cx } from '../../ui/cx'
import { type Tone, textTone, toneIcon } from '../../ui/tone'

interface OutcomeProps {
  tone: Extract<Tone, 'success' | 'warning' | 'info'>
  title: string
  children?: ReactNode
  action: ReactNode
  /** Replaces a form that was just sent: takes its focus, so it is announced. */
  takesFocus?: boolean
}

/** The outcome of a form, in its place: heading, text and actions. */
export const Outcome = ({ tone, title, children, action, takesFocus = true }: OutcomeProps) => {
  const Icon = toneIcon[tone]
  return (
    <div className="flex flex-col gap-4">
      <h2 ref={takesFocus ? focusOnMount : null} tabIndex={-1} className="flex items-start gap-2 text-lg">
        <Icon className={cx('mt-1 size-5 shrink-0', textTone[tone])} />
        <span className="min-w-0">{title}</span>
      </h2>
      {children}
      <ButtonRow>{action}</ButtonRow>
    </div>
  )
}
