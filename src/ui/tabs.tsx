import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { useOptimisticValue } from '../lib/hooks'
import { cx } from './cx'
import { tabClass } from './tab-class'

export type TabsProps<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  items: readonly {
    value: Value
    label: string
    panel: ReactNode
  }[]
  /** At the end of the line of tabs. */
  aside?: ReactNode
  className?: string | undefined
}

/** Arrows move, Enter or Space selects. A tab is highlighted before its panel has rendered, which may take long. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, onChange, items, aside, className } = props
  const [shown, choose] = useOptimisticValue(value, onChange)
  return (
    <Base.Root value={value} className={cx('flex min-w-0 flex-col gap-6', className)}>
      <div className="flex flex-wrap items-center justify-between border-b border-line">
        <Base.List aria-label={label} className="flex flex-wrap">
          {items.map(item => (
            <Base.Tab
              key={item.value}
              value={item.value}
              data-chosen={item.value === shown || undefined}
              // Base UI ignores a click back to the tab whose panel is still mounted.
              onClick={() => item.value !== shown && choose(item.value)}
              className={tabClass}
            >
              {item.label}
            </Base.Tab>
          ))}
        </Base.List>
        {aside}
      </div>
      {items.map(item => (
        <Base.Panel key={item.value} value={item.value} className="flex min-w-0 flex-col gap-6">
          {item.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
