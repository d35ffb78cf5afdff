import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { clock } from '../../lib/clock'
import { saveFile } from '../../lib/save-file'
import { Button } from '../../ui/button'
import { useTranslate } from '../messages'

export interface Action {
  isPending: boolean
  /** The success message. */
  done: string | null
  /** The error message of the platform, in English. */
  failure: string | null
  /** Ignored while another action is running. */
  run: (work: () => Promise<unknown>, done?: string) => void
}

/** Runs one action at a time and stores its result. */
export const useAction = (): Action => {
  const [state, setState] = useState({ isPending: false, done: null, failure: null } as Omit<Action, 'run'>)
  const run: Action['run'] = (work, done) => {
    if (state.isPending) return
    setState({ isPending: true, done: null, failure: null })
    const end = (next: Partial<Action>) => setState({ isPending: false, done: null, failure: null, ...next })
    work().then(
      () => end({ done: done ?? null }),
      (error: unknown) => end({ failure: error instanceof Error ? error.message : String(error) }),
    )
  }
  return { ...state, run }
}

type ButtonGroupProps<Value extends string | number> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Toggle buttons of which one is pressed. */
export function ButtonGroup<Value extends string | number>(props: ButtonGroupProps<Value>) {
  const { label, options, value, onChange } = props
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map(option => (
          <Button
            key={option.value}
            size="sm"
            variant={option.value === value ? 'primary' : 'secondary'}
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value)}
          >
            {option.label}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

/** Downloads a text file, by default named like `flagship-20261122-084430.har`. */
export const saveTextFile = (text: string, ending: string, name?: string): void => {
  const stamp = new Date(clock.now())
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(/[-:]/g, '')
    .replace('T', '-')
  void saveFile(new Blob([text]), `${name ?? `flagship-${stamp}`}.${ending}`, new AbortController().signal)
}

/** The result of the last action. */
export function ActionStatus({ action: { done, failure } }: { action: Action }) {
  const t = useTranslate()
  return (
    <div className="text-xs">
      <p role="status" className="text-success-text empty:hidden">
        {done}
      </p>
      {failure !== null && (
        <p role="alert" className="flex gap-1.5 text-danger-text">
          <CircleAlert className="mt-px size-4 shrink-0" />
          <span className="min-w-0">
            {t('failed')} <span lang="en">{failure}</span>
          </span>
        </p>
      )}
    </div>
  )
}
