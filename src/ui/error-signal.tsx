import { SignalFlag } from './signal-flag'
import type { Signal } from './signals'

const stop: Signal = ['white', ['blue', 'M7 0h4v7h7v4h-7v7h-4v-7h-7v-4h7z']]
const keepClear: Signal = ['yellow', ['blue', 'M0 4.5h18v9h-18z']]
const chequer: Signal = [
  'white',
  [
    'blue',
    'M0 0h4.5v18h-4.5zM9 0h4.5v18h-4.5zM4.5 0h4.5v4.5h-4.5zM13.5 0h4.5v4.5h-4.5zM4.5 9h4.5v4.5h-4.5zM13.5 9h4.5v4.5h-4.5z',
  ],
  ['white', 'M0 4.5h4.5v4.5h-4.5zM9 4.5h4.5v4.5h-4.5zM0 13.5h4.5v4.5h-4.5zM9 13.5h4.5v4.5h-4.5z'],
]
const stripes: Signal = ['blue', ['white', 'M0 3.6h18v10.8h-18z'], ['red', 'M0 7.2h18v3.6h-18z']]

/** What ships hoist: X, D, Q, and N over C. */
const errorSignals = {
  stop: [stop],
  keepClear: [keepClear],
  request: [['yellow']],
  distress: [chequer, stripes],
} as const satisfies Record<string, readonly Signal[]>

export type ErrorSignalName = keyof typeof errorSignals

/** The flags of an error, one under the other on a halyard. */
export function ErrorSignal({ name }: { name: ErrorSignalName }) {
  return (
    <div className="flex w-fit gap-1 border-l-2 border-control pl-1 md:flex-col" aria-hidden>
      {errorSignals[name].map(signal => (
        <SignalFlag key={signal[0]} signal={signal} className="size-16 md:size-[6rem]" />
      ))}
    </div>
  )
}
