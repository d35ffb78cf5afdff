import { SignalFlag } from './signal-flag'
import { getSignals, signals } from './signals'

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
