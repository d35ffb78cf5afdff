import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { useEarlyValue } from '../lib/use-early-value'
import { cx } from './cx'

export type TabsProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  items: readonly {
    value: Value
    label: string
    icon?: ReactNode
    count?: number | undefined
    panel: ReactNode
  }[]
  className?: string | undefined
}

const tabClass =
  '-mb-px inline-flex min-h-control shrink-0 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-medium text-muted transition-colors duration-fast hover:text-text focus-visible:-outline-offset-2 data-chosen:border-accent data-chosen:text-accent-text'

/**
 * Tabs whose choice lives outside (in the address). Arrows move, Enter or Space chooses; only the chosen panel is mounted.
 * The tab itself shows what was chosen at once, for a panel may be long.
 */
export function Tabs<Value extends string>({ label, value, onChange, items, className }: TabsProps<Value>) {
  const [shown, choose] = useEarlyValue(value, onChange)
  return (
    <Base.Root value={value} className={cx('flex min-w-0 flex-col gap-6', className)}>
      <Base.List aria-label={label} className="flex flex-wrap border-b border-line">
        {items.map(item => (
          <Base.Tab
            key={item.value}
            value={item.value}
            data-chosen={item.value === shown || undefined}
            // Whoever turns back before the panel has followed chooses what Base UI takes for chosen still.
            onClick={() => item.value !== shown && choose(item.value)}
            className={tabClass}
          >
            {item.icon}
            {item.label}
            {item.count !== undefined && <span className="text-xs tabular-nums">{item.count}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      {items.map(item => (
        <Base.Panel key={item.value} value={item.value} className="flex min-w-0 flex-col gap-6">
          {item.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
