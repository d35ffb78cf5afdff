import { SignalFlag } from './signal-flag'
import { getSignal, signals } from './signals'

export type CategoryFlagProps = {
  /** The name of the category, which stands beside the flag: the flag itself is decoration. */
  name: string
  className?: string | undefined
}

/** The signal flag of a category, 20 px. */
export function CategoryFlag({ name, className }: CategoryFlagProps) {
  return <SignalFlag signal={signals[getSignal(name)]} className={className} />
}
