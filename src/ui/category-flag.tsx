import { SignalFlag } from './signal-flag'
import { getSignal, getSignals, signals } from './signals'

export type CategoryFlagProps = {
  /** The name of the category, shown next to the flag, which is decorative. */
  name: string
  className?: string | undefined
}

/** The signal flag of a category, 20 px. Apart from `SignalFlag`, so that error pages don't load all signals. */
export function CategoryFlag({ name, className }: CategoryFlagProps) {
  return <SignalFlag signal={signals[getSignal(name)]} className={className} />
}

/** Two flags that tell a group from the others, one above the other. */
export const GroupFlags = ({ name, className }: { name: string; className: string }) => (
  <div className="flex shrink-0 flex-col gap-0.5 border-l-2 border-control pl-0.5" aria-hidden>
    {getSignals(name)
      .slice(0, 2)
      .map(letter => (
        <SignalFlag key={letter} signal={signals[letter]} className={className} />
      ))}
  </div>
)
