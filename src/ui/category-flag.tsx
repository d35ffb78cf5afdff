import { SignalFlag } from './signal-flag'
import { getSignal, signals } from './signals'

export type CategoryFlagProps = {
  /** The name of the category, shown next to the flag, which is decorative. */
  name: string
  className?: string | undefined
}

/** The signal flag of a category, 20 px. Apart from `SignalFlag`, so that error pages don't load all signals. */
export function CategoryFlag({ name, className }: CategoryFlagProps) {
  return <SignalFlag signal={signals[getSignal(name)]} className={className} />
}
